import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that tells nothing about the secret, whatever the lengths. */
export function sameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** The house itself: whoever brings the token that leaves the process nowhere. */
export const isAdministrator = (request: Request, token: string): boolean =>
  sameSecret(request.headers.get('authorization') ?? '', `Bearer ${token}`);
