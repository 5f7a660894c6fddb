import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 as base64url: how tokens and codes rest in the database. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
