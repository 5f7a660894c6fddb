import type { Day } from '#contract/days.ts';
import type { SentTextRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

/** Returns the id of the recorded text message of this kind to a member about a day. */
export async function findSentTextId(
  db: Db,
  { user_id, center_id, day, kind }: SentTextRow,
): Promise<string | undefined> {
  const text = db.selectFrom('sent_texts').select('message_id');
  const row = await text.where((eb) => eb.and({ user_id, center_id, day, kind })).executeTakeFirst();
  return row?.message_id;
}

/**
 * Records a text message before it is sent. Returns false if a text of the same kind about the day is
 * recorded.
 */
export async function recordSentText(db: Db, text: SentTextRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sent_texts')
    .values(text)
    .onConflict((c) => c.columns(['user_id', 'center_id', 'day', 'kind']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function removeTextsTo(trx: Trx, { userId }: Owner): Promise<void> {
  await trx.deleteFrom('sent_texts').where('user_id', '=', userId).execute();
}

/** Removes the rows whose day is before `day`. */
export const removeOldTexts = (db: Db, day: Day) =>
  db.deleteFrom('sent_texts').where('day', '<', day).execute();
