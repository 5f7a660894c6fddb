import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * Returns a UUIDv7, which is ordered by time and unguessable (42 random bits). Unlike Node's UUIDs, ids of one
 * process are ordered even within a millisecond, by a 32-bit counter with a random start.
 */
export const newId = (): string => v7();

/** Returns a secret of 256 random bits, as base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns whether two secrets are equal. It takes constant time, even if their lengths differ. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (secret: string) => hash('sha256', secret, 'buffer');
  return timingSafeEqual(digest(a), digest(b));
}
