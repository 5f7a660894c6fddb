import type { ExpressionBuilder } from 'kysely';
import { deleteBefore, forEachBatch } from '#platform/database/in-batches.ts';
import { columnsOf, countRows } from '#platform/database/rows.ts';
import { newId } from '#platform/ids.ts';
import type { Db, ImportedDonationRow, Tables, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

const columns = columnsOf<ImportedDonationRow>({
  id: true,
  email: true,
  day: true,
  center: true,
  blood_group: true,
  name: true,
  user_id: true,
  expires_at: true,
});

const donations = (db: Db) => db.selectFrom('imported_donations').select(columns).orderBy('day', 'desc');

/** Lists the donations for an address that nobody has accepted, latest first. */
export const listOffered = (db: Db, email: string, limit: number): Promise<ImportedDonationRow[]> =>
  donations(db).where('email', '=', email).where('user_id', 'is', null).limit(limit).execute();

/** Lists the donations that the member has accepted, latest first. */
export const listAccepted = (db: Db, { userId }: Owner): Promise<ImportedDonationRow[]> =>
  donations(db).where('user_id', '=', userId).execute();

/** Returns address and day of all imported donations for these addresses. */
export async function listImportedDays(
  db: Db,
  emails: readonly string[],
): Promise<Pick<ImportedDonationRow, 'email' | 'day'>[]> {
  const found: Pick<ImportedDonationRow, 'email' | 'day'>[] = [];
  await forEachBatch(emails, async (batch) => {
    const rows = db.selectFrom('imported_donations').select(['email', 'day']).where('email', 'in', batch);
    found.push(...(await rows.execute()));
  });
  return found;
}

/** Inserts the donations whose address and day are not imported yet, and returns their addresses. */
export async function insertDonations(trx: Trx, rows: readonly ImportedDonationRow[]): Promise<string[]> {
  const emails: string[] = [];
  await forEachBatch(rows, async (batch) => {
    const inserted = await trx
      .insertInto('imported_donations')
      .values(batch)
      .onConflict((c) => c.columns(['email', 'day']).doNothing())
      .returning('email')
      .execute();
    emails.push(...inserted.map(({ email }) => email));
  });
  return emails;
}

/** Inserts a donation that belongs to a member, unless one of the same address and day is there. */
export async function insertAccepted(
  trx: Trx,
  row: Omit<ImportedDonationRow, 'id' | 'user_id' | 'expires_at'> & { userId: string },
): Promise<void> {
  const { userId, ...donation } = row;
  await trx
    .insertInto('imported_donations')
    .values({ ...donation, id: newId(), user_id: userId, expires_at: null })
    .onConflict((c) => c.columns(['email', 'day']).doNothing())
    .execute();
}

/** Gives donations for an address that nobody has accepted to the member. Returns their number. */
export const acceptOffered = async (
  trx: Trx,
  { ids, email, userId }: { ids: readonly string[]; email: string; userId: string },
): Promise<number> =>
  (
    await trx
      .updateTable('imported_donations')
      .set({ user_id: userId, expires_at: null })
      .where('id', 'in', ids)
      .where('email', '=', email)
      .where('user_id', 'is', null)
      .returning('id')
      .execute()
  ).length;

type Member = { userId: string; email: string | undefined };

/** Matches what the member has accepted, and what is offered to the member's address. */
const isOwn =
  ({ userId, email }: Member) =>
  (e: ExpressionBuilder<Tables, 'imported_donations'>) =>
    e.or([
      e('user_id', '=', userId),
      ...(email ? [e.and([e('user_id', 'is', null), e('email', '=', email)])] : []),
    ]);

/** Deletes the member's donations among these. Returns their number. */
export const deleteOwn = async (
  trx: Trx,
  { ids, ...member }: Member & { ids: readonly string[] },
): Promise<number> =>
  (
    await trx
      .deleteFrom('imported_donations')
      .where('id', 'in', ids)
      .where(isOwn(member))
      .returning('id')
      .execute()
  ).length;

export const deleteOfMember = (trx: Trx, { userId }: Owner, email: string | undefined) =>
  trx.deleteFrom('imported_donations').where(isOwn({ userId, email })).execute();

/** Deletes all donations that nobody has accepted. Returns their number. */
export async function deleteUnclaimed(trx: Trx): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('imported_donations')
    .where('user_id', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the donations that expired before `now` (ms). Those that a member has accepted never expire. */
export const deleteExpired = (db: Db, now: number): Promise<void> =>
  deleteBefore(db, 'imported_donations', { key: 'id', column: 'expires_at', before: now });

/** Counts the donations that nobody has accepted, and their addresses. */
export async function countUnclaimed(db: Db): Promise<{ donors: number; donations: number }> {
  const unclaimed = db.selectFrom('imported_donations').where('user_id', 'is', null);
  const emails = unclaimed.select('email').distinct().as('emails');
  return { donors: await countRows(db.selectFrom(emails)), donations: await countRows(unclaimed) };
}
