import pino, { type Logger } from 'pino';

export type Log = Logger;

/** One JSON line an event on standard output. Never a body, a token, an address or a phone number. */
export function createLog(level: 'info' | 'warn' | 'silent' = 'info'): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
