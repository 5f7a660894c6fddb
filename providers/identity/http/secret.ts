import { createHash } from 'node:crypto';

/** SHA-256 as base64url: how tokens and codes rest in the database. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
