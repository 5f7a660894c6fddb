import { writeSync } from 'node:fs';
import pino, { type DestinationStream, type Logger } from 'pino';
import { getContext } from './request-context.ts';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * One JSON line an event on standard output, with the id of the request it belongs to and of its trace. Never a body, a
 * token, an address or a phone number.
 */
export function createLog(level: LogLevel = 'info', destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: belongsTo,
    serializers: { err: describe },
  };
  return pino(options, destination ?? formatLogLine());
}

const standardOutput = (bytes: Uint8Array): number => writeSync(1, bytes);

/**
 * Lines of the log, each written at once. What cannot be written (a full disk, a reader that is gone) is lost, and no
 * request with it; the first line that can be written again comes after one that says how many are missing.
 */
export function formatLogLine(write: (bytes: Uint8Array) => number = standardOutput): DestinationStream {
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

function belongsTo(): object {
  const { requestId, span } = getContext() ?? {};
  return { ...(requestId && { requestId }), ...(span && { traceId: span.traceId }) };
}

/** Errors of others carry what they were about: rows, recipients, answers. Only what says where and why is kept. */
function describe(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: withoutPersons(String(error)) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const inner = error instanceof AggregateError ? error.errors.slice(0, 5) : [];
  return {
    type: error.name,
    message: withoutPersons(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.stack && { stack: withoutPersons(error.stack) }),
    ...(depth < 3 && cause !== undefined && { cause: describe(cause, depth + 1) }),
    ...(depth < 3 && inner.length > 0 && { errors: inner.map((each) => describe(each, depth + 1)) }),
  };
}

/** A mail server, say, repeats the address that it refuses. */
function withoutPersons(text: string): string {
  return text
    .replace(/\b(eyJ[\w-]+|(sk|rk|whsec)_\w{8,}|pi_\w+_secret_\w+)(\.[\w-]+)*/g, '[token]')
    .replace(/Bearer\s+\S+/gi, '[token]')
    .replace(/(?<![^\s@<>"'(),:;=/?&])[^\s@<>"'(),:;=/?&]+(@|%40)[^\s@<>"'(),:;/?&]+/g, '[address]')
    .replace(/(?<![\w.:-])\+?\d{10,15}(?![\w:-])/g, '[number]');
}
