import { createHash, createHmac } from 'node:crypto';
import { newSecret } from '#platform/ids.ts';
import { hashSecret } from '../schema/repository.ts';
import type { RefreshTokenTable } from '../schema/tables.ts';

/** A secret of 256 bits and its checksum. */
export const newRefreshToken = (): string => withChecksum(newSecret());

/** Always the same for a token and key, so that two requests at once get one successor. */
export const nextRefreshToken = (token: string, key: string): string =>
  withChecksum(createHmac('sha256', key).update(token).digest('base64url'));

/** Whether a token that is not stored was one of ours: its account is deleted. It grants nothing, so it needs no key. */
export const isRefreshToken = (token: string): boolean =>
  withChecksum(token.slice(0, Math.max(0, token.indexOf('.')))) === token;

/** The dot keeps the secret recognizable for the check of logs (scripts/log-privacy/persons.ts). */
const withChecksum = (secret: string): string =>
  `${secret}.${createHash('sha256').update(secret).digest('base64url').slice(0, 8)}`;

/** The row of a token that replaces `predecessor`, the hash of another one. */
export const tokenRow = (
  token: string,
  session_id: string,
  predecessor: string | null,
  now: number,
): RefreshTokenTable => ({
  hash: hashSecret(token),
  session_id,
  predecessor,
  created_at: now,
  superseded_at: null,
});
