import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const standardOutput = (bytes: Uint8Array): number => writeSync(1, bytes);

/**
 * Lines of the log, each written at once. What cannot be written (a full disk, a reader that is gone) is lost, and no
 * request with it; the first line that can be written again comes after one that says how many are missing.
 */
export function logLines(write: (bytes: Uint8Array) => number = standardOutput): DestinationStream {
  let lost = 0;

  function writeWhole(line: string): boolean {
    try {
      for (let rest = Buffer.from(line); rest.length > 0; ) rest = rest.subarray(write(rest));
      return true;
    } catch {
      return false;
    }
  }

  return {
    write(line) {
      // What was cut off in the middle ends at the first of these line breaks.
      const goesOn = lost === 0 || writeWhole(`\n${missing(lost)}\n`);
      if (goesOn) lost = 0;
      if (!goesOn || !writeWhole(line)) lost += 1;
    },
  };
}

const missing = (lines: number): string =>
  JSON.stringify({
    level: 40,
    time: new Date().toISOString(),
    lines,
    msg: 'lines of the log could not be written',
  });
