import { createHash } from 'node:crypto';
import { hasRow } from '#platform/database/rows.ts';
import { AppError } from '#platform/errors.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

/** An Idempotency-Key and the hash of its request. */
export type RequestKey = { key: string; hash: string };

/** @throws AppError invalid-fields (422) for an invalid header */
export function readRequestKey(header: string | undefined, fields: object): RequestKey | undefined {
  if (header === undefined) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw new AppError('invalid-fields', {
      fields: { 'Idempotency-Key': 'Use 1 to 255 printable characters' },
    });
  }
  return { key: header, hash: createHash('sha256').update(JSON.stringify(fields)).digest('base64url') };
}

type KeyedRequest = { viewer: Owner; key: RequestKey; createdId: string; now: number };

/** Returns false if the key was used before. */
export const recordKey = (trx: Trx, { viewer, key, createdId, now }: KeyedRequest): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('idempotency_keys')
      .values({
        user_id: viewer.userId,
        key: key.key,
        request_hash: key.hash,
        created_id: createdId,
        created_at: now,
      })
      .onConflict((c) => c.columns(['user_id', 'key']).doNothing())
      .returning('key'),
  );

/**
 * Runs `insert` once per key. A repeated key returns the id of the first run.
 * @throws AppError key-reused (422) if the key was used for another request
 */
export async function runOncePerKey(
  trx: Trx,
  { key, ...request }: Omit<KeyedRequest, 'key'> & { key: RequestKey | undefined },
  insert: () => Promise<string>,
): Promise<string> {
  if (!key) return insert();
  const isFirst = await recordKey(trx, { ...request, key });
  return isFirst ? insert() : findFirstResponse(trx, request.viewer, key);
}

/** Returns the id created by the first request with this key. @throws AppError key-reused (422) */
async function findFirstResponse(db: Db, viewer: Owner, key: RequestKey): Promise<string> {
  const previous = await findCreatedId(db, viewer, key);
  if (!previous) throw new AppError('key-reused');
  return previous;
}

/**
 * Returns the id created by an earlier request with this key.
 * @throws AppError key-reused (422) if that request was a different one
 */
export async function findCreatedId(
  db: Db,
  viewer: Owner,
  { key, hash }: RequestKey,
): Promise<string | undefined> {
  const previous = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'created_id'])
    .where('user_id', '=', viewer.userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (previous && previous.request_hash !== hash) throw new AppError('key-reused');
  return previous?.created_id;
}

export const removeOldRequests = (db: Db, createdBefore: number) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<', createdBefore).execute();
