import { createHmac } from 'node:crypto';
import { minutes } from '../time.ts';
import type { Log } from './log.ts';
import { getContext } from './request-context.ts';

/** Of one kind in a minute: a flood must not fill the disk. What is left out is counted in the next line. */
const MOST_A_MINUTE = 100;

type Fields = Record<string, string | undefined>;

/** What somebody who watches over accounts wants to know: sign-ins, refusals, limits that were met; a line each. */
export type SecurityLog = {
  /** Went as it should: at level info. */
  info(event: string, fields?: Fields): void;
  /** Was refused: at level warn. */
  warn(event: string, fields?: Fields): void;
  /** The same short name for the same email, number or address, from which nobody without the key finds it. */
  nameOf(text: string): string;
};

/** `key`: the same for all servers of a site, so that lines of one sender are found together. */
export function createSecurityLog({ log, key }: { log: Log; key: string }): SecurityLog {
  const counts = new Map<string, { since: number; told: number; untold: number }>();
  const nameOf = (text: string) =>
    createHmac('sha256', key).update(text.trim().toLowerCase()).digest('base64url').slice(0, 12);

  /** How many were left out before this one; undefined when it is left out, too. */
  function count(event: string): number | undefined {
    const now = performance.now();
    const before = counts.get(event);
    if (!before || now - before.since >= minutes(1)) {
      counts.set(event, { since: now, told: 1, untold: 0 });
      return before?.untold ?? 0;
    }
    if (before.told < MOST_A_MINUTE) {
      before.told += 1;
      return 0;
    }
    before.untold += 1;
    return undefined;
  }

  function tell(level: 'info' | 'warn', event: string, fields: Fields) {
    if (!log.isLevelEnabled(level)) return;
    const untold = count(event);
    if (untold === undefined) return;
    const sender = getContext()?.sender?.();
    const from = sender === undefined ? undefined : nameOf(sender);
    log[level]({ event, ...fields, from, ...(untold > 0 && { untold }) }, event);
  }

  return {
    info: (event, fields = {}) => tell('info', event, fields),
    warn: (event, fields = {}) => tell('warn', event, fields),
    nameOf,
  };
}
