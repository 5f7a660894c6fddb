import { createHmac, timingSafeEqual } from 'node:crypto';

/** A person in a row of the log, by pseudonym. `is_actor`: 1 for the person who acted. */
export type PersonInRow = { pseudonym: string; is_actor: number };

/** A row of the staff log without its HMAC. Rows are numbered from 1. `at` is a time in ms. */
export type LogRow = { seq: number; at: number; content: string; people: readonly PersonInRow[] };

/** Number and HMAC of a row. */
export type LogEnd = { seq: number; mac: string };

/** Number, HMAC and time of a row, as published outside the database. */
export type LogHead = LogEnd & { at: number };

/** Formats a head as one word, for logs and emails: `log:3:...@mb3k2x1p`. */
export const formatHead = ({ seq, mac, at }: LogHead): string => `log:${seq}:${mac}@${at.toString(36)}`;

/** Returns the heads that occur in the text, for example in the site's log file. */
export const findHeads = (text: string): LogHead[] =>
  [...text.matchAll(/\blog:(\d{1,15}):([\w-]{43})@([\da-z]{1,11})(?![\w-])/g)].map(
    ([, seq, mac = '', at = '']) => ({
      seq: Number(seq),
      mac,
      at: Number.parseInt(at, 36),
    }),
  );

/**
 * Returns the HMAC of a row, which covers its number, time, content and people, and the HMAC of the previous
 * row. Without the site's secret, no row can be changed, removed or moved unnoticed.
 */
export const macOfRow = (key: Uint8Array, previous: LogEnd, { seq, at, content, people }: LogRow): string =>
  sign(key, [
    seq,
    at,
    previous.mac,
    content,
    people.map((person) => [person.pseudonym, person.is_actor]).sort(),
  ]);

/** Returns the HMAC that connects a pseudonym to an account. `userId` is null for a deleted account. */
export const macOfPerson = (key: Uint8Array, pseudonym: string, userId: string | null): string =>
  sign(key, [pseudonym, userId]);

/** Signs the values as JSON, because a separator could occur in a value. */
const sign = (key: Uint8Array, values: unknown[]) =>
  createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url');

export function isEqual(one: string, other: string): boolean {
  // SQLite can store values of other types in a text column.
  const [left, right] = [Buffer.from(String(one)), Buffer.from(String(other))];
  return left.length === right.length && timingSafeEqual(left, right);
}
