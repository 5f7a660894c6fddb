import { columnsOf, hasRow } from '#platform/database/rows.ts';
import type { ModerationDecisionRow } from '#server/db/moderation-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import type { ItemKey } from '#server/moderated-kind.ts';

const columns = columnsOf<ModerationDecisionRow>({
  id: true,
  kind: true,
  item_id: true,
  user_id: true,
  title: true,
  decision: true,
  reason: true,
  note: true,
  decided_by: true,
  decided_at: true,
  decided_with: true,
  previous: true,
  is_final: true,
  notifies: true,
  notified_at: true,
  objection: true,
  objected_at: true,
  replaced_at: true,
});

const decisions = (db: Db) => db.selectFrom('moderation_decisions').select(columns);
const decisionsOn = (db: Db, { kind, id }: ItemKey) =>
  decisions(db).where('item_id', '=', id).where('kind', '=', kind);

export const addDecision = (trx: Trx, row: ModerationDecisionRow) =>
  trx.insertInto('moderation_decisions').values(row).execute();

/** Returns the latest decision, which has the highest id, because ids are time-ordered. */
export const findLastDecision = (db: Db, key: ItemKey): Promise<ModerationDecisionRow | undefined> =>
  decisionsOn(db, key).orderBy('id', 'desc').limit(1).executeTakeFirst();

export const listOpenObjections = (db: Db, limit: number): Promise<ModerationDecisionRow[]> =>
  decisions(db)
    .where('objected_at', 'is not', null)
    .where('replaced_at', 'is', null)
    .orderBy('objected_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Marks earlier decisions as replaced by a later one. Returns whether the author has objected to one of
 * these, or one was final, which makes the later decision final.
 */
export async function replaceDecisions(trx: Trx, { kind, id }: ItemKey, now: number): Promise<boolean> {
  const replaced = await trx
    .updateTable('moderation_decisions')
    .set({ replaced_at: now })
    .where('item_id', '=', id)
    .where('kind', '=', kind)
    .where('replaced_at', 'is', null)
    .returning(['objected_at', 'is_final'])
    .execute();
  return replaced.some((row) => row.objected_at !== null || row.is_final === 1);
}

/** Restores the decisions that a decision, which is now undone, had replaced. */
export const restoreDecisions = (trx: Trx, { kind, id }: ItemKey, replacedAt: number) =>
  trx
    .updateTable('moderation_decisions')
    .set({ replaced_at: null })
    .where('item_id', '=', id)
    .where('kind', '=', kind)
    .where('replaced_at', '=', replacedAt)
    .execute();

/**
 * Deletes a decision that can still be undone, and those made together with it. Deletes no decision that was
 * replaced or whose author was notified, so that either this or a concurrent `claimDueDecision` finds the
 * row.
 */
export const removeUndoableDecision = (
  trx: Trx,
  { id, since }: { id: string; since: number },
): Promise<ModerationDecisionRow[]> =>
  trx
    .deleteFrom('moderation_decisions')
    .where('decided_with', '=', id)
    .where('notified_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('decided_at', '>', since)
    .returning(columns)
    .execute();

export const listDueDecisions = (db: Db, until: number, limit: number): Promise<ModerationDecisionRow[]> =>
  decisions(db)
    .where('notified_at', 'is', null)
    .where('decided_at', '<=', until)
    .orderBy('decided_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Returns false if the decision was undone or another server claimed it. */
export const claimDueDecision = (trx: Trx, id: string, now: number): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('moderation_decisions')
      .set({ notified_at: now })
      .where('id', '=', id)
      .where('notified_at', 'is', null)
      .returning('id'),
  );

/** Lists the decisions about a member's content of which the member was notified, latest first. */
export const listDecisionsAbout = (db: Db, { userId }: Owner): Promise<ModerationDecisionRow[]> =>
  decisions(db)
    .where('user_id', '=', userId)
    .where('notified_at', 'is not', null)
    .where('notifies', '=', 1)
    .orderBy('id', 'desc')
    .execute();

export const findDecisionAbout = (
  db: Db,
  { userId }: Owner,
  id: string,
): Promise<ModerationDecisionRow | undefined> =>
  decisions(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

/** Returns false if there is already an objection or a later decision. */
export const addObjection = (
  trx: Trx,
  { id, text, now }: { id: string; text: string; now: number },
): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('moderation_decisions')
      .set({ objection: text, objected_at: now })
      .where('id', '=', id)
      .where('objected_at', 'is', null)
      .where('replaced_at', 'is', null)
      .returning('id'),
  );

/** Lists the decisions made until `until` that have no open objection. */
export const listExpiredDecisions = (
  db: Db,
  until: number,
  limit: number,
): Promise<ModerationDecisionRow[]> =>
  decisions(db)
    .where('decided_at', '<=', until)
    .where((e) => e.or([e('objected_at', 'is', null), e('replaced_at', 'is not', null)]))
    .orderBy('decided_at')
    .limit(limit)
    .execute();

/** Returns false if the decision is gone or got an objection in the meantime. */
export const removeExpiredDecision = (trx: Trx, id: string): Promise<boolean> =>
  hasRow(
    trx
      .deleteFrom('moderation_decisions')
      .where('id', '=', id)
      .where((e) => e.or([e('objected_at', 'is', null), e('replaced_at', 'is not', null)]))
      .returning('id'),
  );

/**
 * Deletes the decisions about a member's content, and removes the member from the decisions that they made.
 */
export async function eraseDecisions(trx: Trx, { userId }: Owner): Promise<void> {
  await trx.deleteFrom('moderation_decisions').where('user_id', '=', userId).execute();
  await trx
    .updateTable('moderation_decisions')
    .set({ decided_by: null })
    .where('decided_by', '=', userId)
    .execute();
}
