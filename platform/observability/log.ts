import { writeSync } from 'node:fs';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { diskErrorCode } from '../disk-errors.ts';
import { type Clock, minutes, systemClock } from '../time.ts';
import { getContext } from './request-context.ts';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Writes one JSON line per event to standard output, with the ids of the request and its trace. Never log a
 * body, token, address or phone number.
 */
export function createLog(
  level: LogLevel = 'info',
  destination?: DestinationStream,
  clock: Clock = systemClock,
): Log {
  const options: LoggerOptions = {
    level,
    hooks: { logMethod: limitDiskErrors(clock) },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: requestFields,
    serializers: { err: serializeError },
  };
  return pino(options, destination ?? formatLogLine());
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Logs disk errors once a minute for each cause, because a full disk fails every request and job. `unlogged`
 * counts the errors in between.
 */
function limitDiskErrors(clock: Clock): LogMethod {
  const causes = new Map<string, { until: number; unlogged: number }>();
  return function logMethod(args, method) {
    const [fields] = args as unknown[];
    const cause = fields instanceof Object && 'err' in fields ? diskErrorCode(fields.err) : undefined;
    if (cause === undefined) return method.apply(this, args);
    const logged = causes.get(cause);
    if (logged && clock() < logged.until) {
      logged.unlogged += 1;
      return;
    }
    causes.set(cause, { until: clock() + minutes(1), unlogged: 0 });
    if (logged?.unlogged) Object.assign(fields as object, { unlogged: logged.unlogged });
    method.apply(this, args);
  };
}

const standardOutput = (bytes: Uint8Array): number => writeSync(1, bytes);

/**
 * Writes log lines synchronously. A line that cannot be written (full disk, closed pipe) is lost without
 * failing the request. A line with the number of lost lines precedes the next successful write.
 */
export function formatLogLine(write: (bytes: Uint8Array) => number = standardOutput): DestinationStream {
  let lostLineCount = 0;

  function writeLine(line: string): boolean {
    try {
      for (let remaining = Buffer.from(line); remaining.length > 0; )
        remaining = remaining.subarray(write(remaining));
      return true;
    } catch {
      return false;
    }
  }

  return {
    write(line) {
      // Start with a line break, in case the last line was written only partly.
      const canWrite = lostLineCount === 0 || writeLine(`\n${lostLinesMessage(lostLineCount)}\n`);
      if (canWrite) lostLineCount = 0;
      if (!canWrite || !writeLine(line)) lostLineCount += 1;
    },
  };
}

const lostLinesMessage = (lines: number): string =>
  JSON.stringify({
    level: 40,
    time: new Date().toISOString(),
    lines,
    msg: 'log lines were lost',
  });

function requestFields(): object {
  const { requestId, span } = getContext() ?? {};
  return { ...(requestId && { requestId }), ...(span && { traceId: span.traceId }) };
}

/**
 * Serializes an error without its other properties, which may contain personal data (rows, recipients,
 * responses).
 */
function serializeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: redact(String(error)) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const inner = error instanceof AggregateError ? error.errors.slice(0, 5) : [];
  return {
    type: error.name,
    message: redact(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.stack && { stack: redact(error.stack) }),
    ...(depth < 3 && cause !== undefined && { cause: serializeError(cause, depth + 1) }),
    ...(depth < 3 &&
      inner.length > 0 && { errors: inner.map((innerError) => serializeError(innerError, depth + 1)) }),
  };
}

/** Removes tokens, addresses and phone numbers, which external services repeat in their messages. */
function redact(text: string): string {
  return text
    .replace(/\b(eyJ[\w-]+|(sk|rk|whsec)_\w{8,}|pi_\w+_secret_\w+)(\.[\w-]+)*/g, '[token]')
    .replace(/Bearer\s+\S+/gi, '[token]')
    .replace(/(?<![^\s@<>"'(),:;=/?&])[^\s@<>"'(),:;=/?&]+(@|%40)[^\s@<>"'(),:;/?&]+/g, '[address]')
    .replace(/(?<![\w.:-])\+?\d{10,15}(?![\w:-])/g, '[number]');
}
