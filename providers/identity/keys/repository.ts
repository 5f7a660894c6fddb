import type { Db, SigningKeyTable } from '../schema/tables.ts';

/** The current generation and the one before, newest first. */
export function newestGenerations(db: Db): Promise<SigningKeyTable[]> {
  return db.selectFrom('identity_signing_key').selectAll().orderBy('generation', 'desc').limit(2).execute();
}

/** Of several who add the same generation, one does. */
export async function addGeneration(db: Db, row: SigningKeyTable): Promise<void> {
  await db
    .insertInto('identity_signing_key')
    .values(row)
    .onConflict((c) => c.column('generation').doNothing())
    .execute();
}
