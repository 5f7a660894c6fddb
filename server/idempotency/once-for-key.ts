import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Tables } from '#server/schema/tables.ts';
import { findRequest, forgetRequest, rememberRequest } from './repository.ts';

/** An Idempotency-Key and what was sent under it. */
export type RequestKey = { key: string; hash: string };

/** @throws AppError invalid-fields (422) for a header that is no key */
export function requestKey(header: string | undefined, fields: object): RequestKey | undefined {
  if (header === undefined) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw new AppError('invalid-fields', {
      fields: { 'Idempotency-Key': 'Use 1 to 255 printable characters' },
    });
  }
  return { key: header, hash: createHash('sha256').update(JSON.stringify(fields)).digest('base64url') };
}

/**
 * Runs `insert` once for a key: a repeat gives the id of the first time, and a key that stands for another request
 * is refused. The key is kept only with what was made: a taken day may be free the next time.
 * @throws AppError key-reused (422)
 */
export async function onceForKey<Id extends string | undefined>(
  trx: Transaction<Tables>,
  request: { viewer: Viewer; key: RequestKey | undefined; madeId: string; now: number },
  insert: () => Promise<Id>,
): Promise<Id | string> {
  const { viewer, key, madeId, now } = request;
  if (!key) return insert();
  const first = await rememberRequest(trx, { viewer, key: key.key, hash: key.hash, madeId, now });
  if (!first) {
    const earlier = await madeUnderKey(trx, viewer, key);
    if (!earlier) throw new AppError('key-reused');
    return earlier;
  }
  const id = await insert();
  if (!id) await forgetRequest(trx, viewer, key.key);
  return id;
}

/** What the same request made earlier. @throws AppError key-reused (422) when the key stands for another one */
export async function madeUnderKey(
  db: Kysely<Tables>,
  viewer: Viewer,
  { key, hash }: RequestKey,
): Promise<string | undefined> {
  const earlier = await findRequest(db, viewer, key);
  if (earlier && earlier.request_hash !== hash) throw new AppError('key-reused');
  return earlier?.made_id;
}
