import { OBJECTION_DAYS, type OwnItemDecision } from '#contract/staff-moderation.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { ModerationDecisionRow } from '#server/db/moderation-tables.ts';
import { requireUser } from '#server/features/users/rules.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import { addObjection, findDecisionAbout, listDecisionsAbout } from './decisions-repository.ts';
import { isNegative, type ModerationDeps } from './rules.ts';
import { toDecided } from './serialize.ts';

type ObjectionDeps = Pick<Core, 'db' | 'clock' | 'log'> & Pick<ModerationDeps, 'kinds'>;

/**
 * Objects to a decision about the viewer's photo or review, once, so that moderators decide again. Sending
 * the same text again changes nothing.
 * @throws AppError not-found (404), objection-closed (409)
 */
export async function objectToDecision(
  { db, clock, kinds, log }: ObjectionDeps,
  viewer: Viewer,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const isNew = await inTransaction(db, async (trx) => {
    await requireUser(trx, viewer);
    const decision = await findDecisionAbout(trx, viewer, id);
    if (!decision || decision.notified_at === null) throw new AppError('not-found');
    if (decision.objection === text) return false;
    const item = await kinds[decision.kind].find(trx, decision.item_id);
    if (!item || !allowsObjection(decision, clock())) throw new AppError('objection-closed');
    if (!(await addObjection(trx, { id, text, now: clock() }))) throw new AppError('objection-closed');
    return true;
  });
  if (isNew) log.warn({ decisionId: id }, 'an objection waits: /staff/moderation');
}

const allowsObjection = (decision: ModerationDecisionRow, now: number): boolean =>
  isNegative(decision.decision) &&
  !decision.is_final &&
  decision.objected_at === null &&
  decision.replaced_at === null &&
  decision.decided_at > now - days(OBJECTION_DAYS);

/** Returns the decisions about the person's photos and reviews, latest first. */
export async function listOwnItemDecisions(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  owner: Owner,
): Promise<OwnItemDecision[]> {
  const rows = await listDecisionsAbout(db, owner);
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    itemId: row.item_id,
    title: row.title,
    ...toDecided(row),
    canObject: allowsObjection(row, clock()),
    ...(row.objection !== null && { objection: row.objection }),
  }));
}
