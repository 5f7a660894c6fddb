import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLog, type LogLevel } from '../observability/log.ts';

/**
 * Folder of the logs of all servers that tests start. `npm test` searches them for personal data at the end.
 */
export const LOG_FOLDER = fileURLToPath(new URL('../../build/test-results/logs', import.meta.url));

/** Kinds of servers: in memory, a separate process, or in an end-to-end test. */
export const logName = ['in-memory', 'process', 'journey'] as const;

let logCount = 0;

/** Returns a function that appends a server's output to a log file. */
export function collectLog(kind: (typeof logName)[number]): (output: string | Buffer) => void {
  mkdirSync(LOG_FOLDER, { recursive: true });
  logCount += 1;
  // Workers may be threads of one process, so the process id alone is not unique.
  const name = `${kind}-${process.pid}-${process.hrtime.bigint()}-${logCount}.log`;
  const file = openSync(join(LOG_FOLDER, name), 'a');
  return (output) => void (typeof output === 'string' ? writeSync(file, output) : writeSync(file, output));
}

let writeWorkerLog: ((output: string) => void) | undefined;

/** Creates the log of an in-memory server. Its lines are also collected in a file and passed to `onLine`. */
export function testLog({
  level = 'debug',
  onLine,
}: {
  level?: LogLevel;
  onLine?: (line: string) => void;
} = {}) {
  writeWorkerLog ??= collectLog('in-memory');
  const append = writeWorkerLog;
  return createLog(level, {
    write(line) {
      append(line);
      onLine?.(line);
    },
  });
}
