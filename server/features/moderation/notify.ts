import { OBJECTION_DAYS } from '#contract/staff-moderation.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { ModerationDecisionRow } from '#server/db/moderation-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { toReader } from '#server/email/reader.ts';
import { readLanguage } from '#server/features/users/rules.ts';
import {
  claimDueDecision,
  findLastDecision,
  listDueDecisions,
  listExpiredDecisions,
  listOpenObjections,
  removeExpiredDecision,
  replaceDecisions,
} from './decisions-repository.ts';
import { renderDecision } from './email.ts';
import { type ModerationDeps, NOTIFY_DELAY_MS } from './rules.ts';

type NotifyDeps = Pick<
  Core,
  'db' | 'clock' | 'outbox' | 'publicUrl' | 'siteName' | 'siteLook' | 'features' | 'languages'
> &
  Pick<ModerationDeps, 'kinds'>;

const BATCH = 50;

/**
 * Queues one email to the author of each decision that can no longer be undone. Deletes a photo whose removal
 * is final.
 * @returns the number of these decisions, at most BATCH
 */
export async function notifyAuthors(deps: NotifyDeps): Promise<number> {
  const due = await listDueDecisions(deps.db, deps.clock() - NOTIFY_DELAY_MS, BATCH);
  for (const decision of due)
    await inTransaction(deps.db, async (trx) => {
      if (!(await claimDueDecision(trx, decision.id, deps.clock()))) return;
      // The author may have deleted the item in the meantime.
      const isGone = !decision.is_final && !(await deps.kinds[decision.kind].find(trx, decision.item_id));
      if (decision.notifies && !isGone) await queueEmail(deps, trx, decision);
      if (decision.is_final && (await removesItem(trx, decision)))
        await deps.kinds[decision.kind].finish(trx, decision.item_id);
    });
  return due.length;
}

/** Returns whether this decision removes the item, and no later decision shows the item again. */
const removesItem = async (trx: Trx, { id, kind, item_id, decision }: ModerationDecisionRow) =>
  decision === 'remove' && (await findLastDecision(trx, { kind, id: item_id }))?.id === id;

async function queueEmail(
  { outbox, publicUrl, siteName, siteLook, features, languages }: NotifyDeps,
  trx: Trx,
  decision: ModerationDecisionRow,
): Promise<void> {
  const { user_id: userId } = decision;
  const language = await readLanguage({ db: trx, languages }, userId);
  // If the staff side is disabled, members see no decisions and cannot object.
  const emailedDecision = { ...decision, is_final: features.includes('staff') ? decision.is_final : 1 };
  // Unconfirmed addresses get no email, because they may belong to another person.
  await outbox.add(trx, 'email-if-confirmed', {
    ...renderDecision(await toReader({ siteName, siteLook }, trx, language), emailedDecision, publicUrl),
    userId,
  });
}

/**
 * Deletes decisions whose time to object is over, and the photos that they removed. Keeps a decision with an
 * open objection.
 */
export async function finishExpiredDecisions({
  db,
  clock,
  kinds,
}: Pick<NotifyDeps, 'db' | 'clock' | 'kinds'>) {
  await closeObjectionsWithoutItem(db, kinds, clock());
  for (;;) {
    const expired = await listExpiredDecisions(db, clock() - days(OBJECTION_DAYS), BATCH);
    for (const decision of expired)
      await inTransaction(db, async (trx) => {
        const isRemoved = await removesItem(trx, decision);
        if ((await removeExpiredDecision(trx, decision.id)) && isRemoved)
          await kinds[decision.kind].finish(trx, decision.item_id);
      });
    if (expired.length < BATCH) return;
  }
}

/** Closes objections about items that their authors have deleted. */
async function closeObjectionsWithoutItem(db: Db, kinds: NotifyDeps['kinds'], now: number): Promise<void> {
  for (const { kind, item_id: id } of await listOpenObjections(db, BATCH))
    await inTransaction(db, async (trx) => {
      if (!(await kinds[kind].find(trx, id))) await replaceDecisions(trx, { kind, id }, now);
    });
}
