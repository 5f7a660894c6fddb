import { createHmac, hash } from 'node:crypto';
import { newSecret } from '#platform/ids.ts';
import { hashSecret } from '../schema/repository.ts';
import type { RefreshTokenRow } from '../schema/tables.ts';

/** Returns a secret of 256 bits with its checksum. */
export const newRefreshToken = (): string => withChecksum(newSecret());

/** Derives the successor from token and key, so that concurrent requests get the same one. */
export const nextRefreshToken = (token: string, key: string): string =>
  withChecksum(createHmac('sha256', key).update(token).digest('base64url'));

/**
 * Returns whether the token's checksum is correct. If such a token is not stored, its account was deleted.
 * The checksum needs no key, because a correct one grants nothing.
 */
export const isRefreshToken = (token: string): boolean =>
  withChecksum(token.slice(0, Math.max(0, token.indexOf('.')))) === token;

/** The dot lets the log privacy check (scripts/log-privacy/persons.ts) recognize the secret. */
const withChecksum = (secret: string): string =>
  `${secret}.${hash('sha256', secret, 'base64url').slice(0, 8)}`;

/** Returns the row of a token. `predecessor` is the hash of the token that it replaces. */
export const createTokenRow = (
  token: string,
  session_id: string,
  predecessor: string | null,
  now: number,
): RefreshTokenRow => ({
  hash: hashSecret(token),
  session_id,
  predecessor,
  created_at: now,
  superseded_at: null,
});
