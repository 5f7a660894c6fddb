import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * Returns a UUIDv7: time-ordered and unguessable (42 random bits). Unlike Node's UUIDs, ids of one process
 * are ordered even within a millisecond, by a 32-bit counter with a random start.
 */
export const newId = (): string => v7();

/** Returns a secret of 256 random bits, as base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Compares in constant time, even if the lengths differ. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (secret: string) => hash('sha256', secret, 'buffer');
  return timingSafeEqual(digest(a), digest(b));
}
