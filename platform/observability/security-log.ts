import { createHmac } from 'node:crypto';
import { minutes } from '../time.ts';
import type { Log } from './log.ts';
import { getContext } from './request-context.ts';

/**
 * Maximum lines per event and minute, so that a flood cannot fill the disk. The next line contains the number
 * of suppressed lines.
 */
const MAX_PER_MINUTE = 100;

type Fields = Record<string, string | undefined>;

/** Logs security events: sign-ins, rejections, exceeded rate limits. */
export type SecurityLog = {
  /** Logs an expected event. */
  info(event: string, fields?: Fields): void;
  /** Logs a rejected attempt. */
  warn(event: string, fields?: Fields): void;
  /** Returns a short keyed hash (HMAC) of an email, phone number or address. */
  hash(text: string): string;
};

/** Returns what stands in the log in place of an email, a phone number or a client's address. */
export const hashForLog = (key: string, text: string): string =>
  createHmac('sha256', key).update(text.trim().toLowerCase()).digest('base64url').slice(0, 12);

/** `key` is the same on all servers of a site, so that a sender has the same hash in all logs. */
export function createSecurityLog({
  log,
  key,
  onEvent,
}: {
  log: Log;
  key: string;
  /** Called for each event, even if its line is suppressed. */
  onEvent?: (event: string) => void;
}): SecurityLog {
  const counts = new Map<string, { since: number; logged: number; suppressed: number }>();
  const hash = (text: string) => hashForLog(key, text);

  /** Returns the number of suppressed lines before this one, or undefined if this line is also suppressed. */
  function count(event: string): number | undefined {
    const now = performance.now();
    const previous = counts.get(event);
    if (!previous || now - previous.since >= minutes(1)) {
      counts.set(event, { since: now, logged: 1, suppressed: 0 });
      return previous?.suppressed ?? 0;
    }
    if (previous.logged < MAX_PER_MINUTE) {
      previous.logged += 1;
      return 0;
    }
    previous.suppressed += 1;
    return undefined;
  }

  function write(level: 'info' | 'warn', event: string, fields: Fields) {
    onEvent?.(event);
    if (!log.isLevelEnabled(level)) return;
    const suppressed = count(event);
    if (suppressed === undefined) return;
    const sender = getContext()?.sender?.();
    const from = sender === undefined ? undefined : hash(sender);
    log[level]({ event, ...fields, from, ...(suppressed > 0 && { suppressed }) }, event);
  }

  return {
    info: (event, fields = {}) => write('info', event, fields),
    warn: (event, fields = {}) => write('warn', event, fields),
    hash,
  };
}
