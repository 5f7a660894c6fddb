import type { Day } from '#contract/days.ts';
import type { SentTextRow } from '#server/db/center-tables.ts';
import type { Db, Trx, UserRow } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

/** Returns undefined if the account is gone. */
export const findPerson = (
  db: Db,
  userId: string,
): Promise<Pick<UserRow, 'email' | 'language'> | undefined> =>
  db.selectFrom('users').select(['email', 'language']).where('id', '=', userId).executeTakeFirst();

/** Records a text before it is sent. Returns the id of an earlier message of its kind about the day, if there is one. */
export async function recordText(db: Db, text: SentTextRow): Promise<string | undefined> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sent_texts')
    .values(text)
    .onConflict((c) => c.columns(['user_id', 'center_id', 'day', 'kind']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  const earlier = await db
    .selectFrom('sent_texts')
    .select('message_id')
    .where('user_id', '=', text.user_id)
    .where('center_id', '=', text.center_id)
    .where('day', '=', text.day)
    .where('kind', '=', text.kind)
    .executeTakeFirst();
  return earlier?.message_id;
}

export async function removeTextsTo(trx: Trx, { userId }: Owner): Promise<void> {
  await trx.deleteFrom('sent_texts').where('user_id', '=', userId).execute();
}

/** Removes the rows of days before `day`. */
export const removeOldTexts = (db: Db, day: Day) =>
  db.deleteFrom('sent_texts').where('day', '<', day).execute();
