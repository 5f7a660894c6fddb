import { columns } from '../schema/columns.ts';
import type { Db, SigningKeyRow } from '../schema/tables.ts';

/** Returns the current and the previous generation, newest first. */
export function findNewestGenerations(db: Db): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('identity_signing_key')
    .select(columns.identity_signing_key)
    .orderBy('generation', 'desc')
    .limit(2)
    .execute();
}

/** Adds the generation, unless another replica has just added it. */
export async function addGeneration(db: Db, row: SigningKeyRow): Promise<void> {
  await db
    .insertInto('identity_signing_key')
    .values(row)
    .onConflict((c) => c.column('generation').doNothing())
    .execute();
}
