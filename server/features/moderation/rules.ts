import {
  CLAIM_TTL_MS,
  type ModerationDecision,
  type ModerationKind,
  type ModerationReason,
  UNDO_WINDOW_MS,
} from '#contract/staff-moderation.ts';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Clock, seconds } from '#platform/time.ts';
import type { ModerationDecisionRow } from '#server/db/moderation-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import type { AddLogEntry } from '#server/http/with-staff-log.ts';
import type { ChangedItem, DecideAsOperator, ItemKey, ModeratedKind } from '#server/moderated-kind.ts';
import { claimItem, releaseClaim, releaseModeratorClaims } from './claims-repository.ts';
import {
  addDecision,
  eraseDecisions,
  findLastDecision,
  removeUndoableDecision,
  replaceDecisions,
  restoreDecisions,
} from './decisions-repository.ts';

export { claimItem, listClaimedByOthers, releaseClaim, releaseModeratorClaims } from './claims-repository.ts';

/** A moderator. The command line has no `userId`, and may change earlier decisions. */
export type Moderator = { userId?: string; role: string };
export type ModerationDeps<By extends Moderator = Moderator> = {
  db: Db;
  clock: Clock;
  /** The database's clock, for claims. */
  now: DatabaseClock;
  kinds: Record<ModerationKind, ModeratedKind>;
  /** Runs a function in a transaction together with its rows in the staff log. */
  withStaffLog: <Result>(by: By, run: (trx: Trx, record: AddLogEntry) => Promise<Result>) => Promise<Result>;
};

export type Decision = ItemKey & {
  decision: ModerationDecision;
  reason?: ModerationReason | undefined;
  note?: string | undefined;
  /** Allows a decision about an item that does not wait for one. */
  again?: boolean | undefined;
  /** Allows changing a final decision, to delete content that must not stay. */
  changesFinal?: boolean;
};

/**
 * Delay before the item's author is notified of a decision. It consists of the time to undo the decision and
 * 2 s for requests that arrive late.
 */
export const NOTIFY_DELAY_MS = UNDO_WINDOW_MS + seconds(2);

/** The name of the command line in a claim. */
const OPERATOR = 'operator';

/**
 * Returns whether a moderator may not decide about an item because they are its author. Owners may decide
 * about their own items.
 */
export const hasConflictOfInterest = ({ userId, role }: Moderator, author: string): boolean =>
  role !== 'owner' && userId === author;

/**
 * Claims an item that waits for a decision. Returns when the claim expires, in ms.
 * @throws AppError not-found (404), item-claimed, already-decided, decision-final (409)
 */
export async function claimWaitingItem(
  { db, clock, now, kinds }: ModerationDeps<never>,
  by: Moderator & { userId: string; shift: { endsAt: number } },
  key: ItemKey,
): Promise<number> {
  await requireWaiting(db, kinds, by, key);
  const ttlMs = Math.min(CLAIM_TTL_MS, by.shift.endsAt - clock());
  const claimedUntil = await claimItem(db, now, { ...key, userId: by.userId, ttlMs });
  if (claimedUntil === undefined) throw new AppError('item-claimed');
  return claimedUntil;
}

/**
 * Erases a deleted account from the moderation data. Deletes the account's claims and the decisions about its
 * content. Decisions that it made only lose `decided_by`.
 */
export async function eraseModerationData(trx: Trx, owner: Owner): Promise<void> {
  await eraseDecisions(trx, owner);
  await releaseModeratorClaims(trx, owner);
}

/**
 * Returns whether the item waits because of an objection. The command line may change any decision.
 * @throws AppError not-found (404), already-decided, decision-final (409)
 */
async function requireWaiting(
  db: Db,
  kinds: ModerationDeps['kinds'],
  by: Moderator,
  key: ItemKey,
  { again = by.userId === undefined, changesFinal = by.userId === undefined }: Partial<Decision> = {},
): Promise<boolean> {
  const item = await kinds[key.kind].find(db, key.id);
  if (!item || hasConflictOfInterest(by, item.userId)) throw new AppError('not-found');
  const last = await findLastDecision(db, key);
  const hasObjection = last !== undefined && hasOpenObjection(last);
  const isWaiting = hasObjection || (item.isWaiting && !(last && isNegative(last.decision)));
  if (!isWaiting && last?.is_final && !changesFinal) throw new AppError('decision-final');
  if (!again && !isWaiting) throw new AppError('already-decided');
  return hasObjection;
}

const hasOpenObjection = ({ objected_at, replaced_at }: ModerationDecisionRow): boolean =>
  objected_at !== null && replaced_at === null;

export const isNegative = (decision: ModerationDecision): boolean =>
  decision === 'remove' || decision === 'refuse';

/**
 * Decides about an item and ends its claim. Repeating the decision by the same moderator changes nothing.
 * @returns the changed items, which are none for a repeated decision
 * @throws AppError not-found (404), item-claimed, already-decided, decision-final (409)
 */
export function decideItem<By extends Moderator>(
  { clock, now, kinds, withStaffLog }: ModerationDeps<By>,
  by: By,
  { kind, id, decision, reason, note, ...repeats }: Decision,
): Promise<ChangedItem[]> {
  const key = { kind, id };
  const claimant = { ...key, userId: by.userId ?? OPERATOR };
  return withStaffLog(by, async (trx, log) => {
    // The claim also serializes concurrent decisions, because the second one waits here.
    if ((await claimItem(trx, now, claimant)) === undefined) throw new AppError('item-claimed');
    await releaseClaim(trx, claimant);
    const deletes = repeats.changesFinal && (await kinds[kind].find(trx, id)) !== undefined;
    if (!deletes && (await isRepeated(trx, kinds, by, { ...key, decision }))) return [];
    const hasObjection = await requireWaiting(trx, kinds, by, key, repeats);
    const at = clock();
    const changed = await kinds[kind].apply(trx, { id, decision, hasObjection, now: at });
    const [first, ...others] = changed;
    if (!first) throw new AppError('already-decided');
    const details = { kind, decision, reason: reason ?? null, note: note || null };
    const decisionValues = {
      ...details,
      decided_by: by.userId ?? null,
      decided_at: at,
      decided_with: newId(),
    };
    const isFinal = await addRow(trx, decisionValues, first, decisionValues.decided_with);
    for (const other of others) await addRow(trx, decisionValues, other, newId());
    const people = authorsOf(changed.map(({ userId }) => userId));
    await log({ action: `${decision} ${kind}${isFinal ? ' after objection' : ''}`, people });
    return changed;
  });
}

async function isRepeated(
  trx: Trx,
  kinds: ModerationDeps['kinds'],
  { userId }: Moderator,
  { decision, ...key }: ItemKey & { decision: ModerationDecision },
): Promise<boolean> {
  const last = await findLastDecision(trx, key);
  if (!last || userId === undefined || last.decided_by !== userId || last.decision !== decision) return false;
  if (isNegative(decision)) return !hasOpenObjection(last);
  return (await kinds[key.kind].find(trx, key.id))?.isWaiting === false;
}

type DecisionValues = Pick<
  ModerationDecisionRow,
  'kind' | 'decision' | 'reason' | 'note' | 'decided_by' | 'decided_at' | 'decided_with'
>;

/**
 * Stores a decision about one item. Returns whether it is final because of an earlier decision on the item.
 */
async function addRow(trx: Trx, values: DecisionValues, item: ChangedItem, id: string): Promise<boolean> {
  const hadObjection = await replaceDecisions(trx, { kind: values.kind, id: item.id }, values.decided_at);
  await addDecision(trx, {
    ...values,
    id,
    item_id: item.id,
    user_id: item.userId,
    title: item.title,
    previous: JSON.stringify(item.previous),
    is_final: item.isFinal || hadObjection ? 1 : 0,
    notifies: item.notifies || hadObjection ? 1 : 0,
    notified_at: null,
    objection: null,
    objected_at: null,
    replaced_at: null,
  });
  return hadObjection;
}

const authorsOf = (userIds: readonly string[]): string[] => [...new Set(userIds)];

/**
 * Undoes the moderator's own decision, so that the item waits again and its author is not notified.
 * @throws AppError not-found (404), undo-expired (409)
 */
export function undoDecision<By extends Moderator>(
  { clock, kinds, withStaffLog }: ModerationDeps<By>,
  by: By,
  key: ItemKey,
): Promise<void> {
  return withStaffLog(by, async (trx, log) => {
    const last = await findLastDecision(trx, key);
    if (!last || last.decided_by !== by.userId) throw new AppError('not-found');
    const now = clock();
    const undone = await removeUndoableDecision(trx, { id: last.decided_with, since: now - NOTIFY_DELAY_MS });
    if (undone.length === 0) throw new AppError('undo-expired');
    let isRestored = false;
    for (const { item_id: id, previous, decided_at: decidedAt } of undone) {
      const change = { id, previous: JSON.parse(previous) as object, now };
      isRestored = (await kinds[key.kind].restore(trx, change)) || isRestored;
      await restoreDecisions(trx, { ...key, id }, decidedAt);
    }
    if (!isRestored) throw new AppError('undo-expired');
    const people = authorsOf(undone.map(({ user_id: userId }) => userId));
    await log({ action: `undo ${last.decision} ${key.kind}`, people });
  });
}

/** @returns no items if the item is gone, or its state does not allow the decision */
export const createOperatorDecide =
  (deps: ModerationDeps): DecideAsOperator =>
  (item) =>
    decideItem(deps, { role: OPERATOR }, item).catch((error: unknown) => {
      const code = error instanceof AppError ? error.code : undefined;
      if (code === 'not-found' || code === 'already-decided') return [];
      if (code === 'item-claimed')
        throw new SetupError('A moderator is looking at it. Try again in two minutes.', { cause: error });
      throw error;
    });
