import type { ModerationDecision } from '#contract/staff-moderation.ts';
import type { ReviewRow, ReviewState } from '#server/db/tables.ts';
import type { AddressDeps } from '#server/features/users/rules.ts';
import type { ModeratedKind, QueueItem } from '#server/moderated-kind.ts';
import { changeReviewState, restoreReviewState } from './repository.ts';
import { findDecidableReview, listPublishableReviews } from './waiting.ts';

/** The states from which each decision is possible, and the state after it. */
const transitions: Partial<Record<ModerationDecision, { from: ReviewState[]; to: ReviewState }>> = {
  publish: { from: ['waiting', 'refused'], to: 'published' },
  refuse: { from: ['waiting'], to: 'refused' },
  remove: { from: ['published'], to: 'refused' },
};

type Previous = Pick<ReviewRow, 'state' | 'decided_at'>;

const toItem = (row: ReviewRow): QueueItem => ({
  _id: row.id,
  kind: 'review',
  state: 'waiting',
  since: new Date(row.created_at).toISOString(),
  review: { text: row.text, name: row.public_name },
});

/** Creates the moderation of reviews. Excludes unpublished reviews of donors without a confirmed address. */
export const createReviewModeration = ({ accounts }: Pick<AddressDeps, 'accounts'>): ModeratedKind => ({
  list: async (db, options) => (await listPublishableReviews(db, accounts, options)).map(toItem),
  async find(db, id) {
    const row = await findDecidableReview(db, accounts, id);
    return row && { ...toItem(row), userId: row.user_id, isWaiting: row.state === 'waiting' };
  },
  async apply(trx, { id, decision, hasObjection, now }) {
    const { from = [], to = 'refused' } = transitions[decision] ?? {};
    const row = await findDecidableReview(trx, accounts, id);
    const states = hasObjection ? [...from, 'refused' as const] : from;
    if (!row || !(await changeReviewState(trx, { id, from: states, to, now }))) return [];
    const previous: Previous = { state: row.state, decided_at: row.decided_at };
    return [{ id, userId: row.user_id, title: row.text, previous, notifies: true }];
  },
  restore: (trx, { id, previous }) => restoreReviewState(trx, id, previous as Previous),
  // Deletes nothing, because the author still sees the review.
  finish: async () => {},
});

/** If the feature is disabled, no review is shown, so none needs a decision. */
export const disabledReviews: ModeratedKind = {
  ...createReviewModeration({ accounts: undefined }),
  list: async () => [],
  find: async () => undefined,
};
