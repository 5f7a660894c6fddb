import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * Time-ordered and unguessable: a UUID of version 7. Those of one process are in order within a millisecond too, which
 * Node's own are not: 32 bits count on from a random start, and 42 are random.
 */
export const newId = (): string => v7();

/** A secret of 256 random bits, as base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Compares in a time that tells nothing about either, whatever their lengths. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (secret: string) => createHash('sha256').update(secret).digest();
  return timingSafeEqual(digest(a), digest(b));
}
