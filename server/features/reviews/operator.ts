import { utcDay } from '#contract/days.ts';
import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import type { ReviewRow, ReviewState, Tables } from '#server/db/tables.ts';
import type { AddressDeps } from '#server/features/users/rules.ts';
import type { DecideAsOperator } from '#server/moderated-kind.ts';
import { countReviewsByState, findReviewState, listReviewsByDecision } from './repository.ts';
import { listPublishableReviews } from './waiting.ts';

const MAX_LISTED = 100;

/** Returns one line per review that waits for a decision, oldest first, at most a hundred. */
export async function describeWaitingReviews(
  database: Database,
  accounts: AddressDeps['accounts'],
): Promise<string> {
  const db = database.withTables<Tables>();
  const publishable = await listPublishableReviews(db, accounts, { limit: Number.POSITIVE_INFINITY });
  const count = publishable.length;
  const unverified = (await countReviewsByState(db, 'waiting')) - count;
  const list =
    count === 0
      ? 'No reviews need a decision.'
      : describeList('Reviews that need a decision', publishable.slice(0, MAX_LISTED), count, 'created_at');
  if (unverified <= 0) return list;
  return `${list}\nNot listed because the donor has not verified their email address: ${unverified}`;
}

/** Returns one line per published review, latest first, at most a hundred. */
export async function describePublishedReviews(database: Database): Promise<string> {
  const db = database.withTables<Tables>();
  const count = await countReviewsByState(db, 'published');
  if (count === 0) return 'No reviews are published.';
  return describeList(
    'Published reviews',
    await listReviewsByDecision(db, 'published', { limit: MAX_LISTED }),
    count,
    'decided_at',
  );
}

export type ReviewDecision = 'publish' | 'refuse' | 'remove';

const messages: Record<ReviewDecision, string> = {
  publish: 'published. It is public until the donor withdraws it or you remove it.',
  refuse: 'refused. The donor sees that it is not published.',
  remove: 'removed. Only the donor can see it now.',
};

const allowedStates: Record<ReviewDecision, ReviewState[]> = {
  publish: ['waiting', 'refused'],
  refuse: ['waiting'],
  remove: ['published'],
};

const stateMessages: Record<ReviewState, string> = {
  waiting:
    'it is not published yet. Run: npm run cli -- reviews publish <review id>, or: npm run cli -- reviews refuse <review id>',
  published: 'it is published. To remove it, run: npm run cli -- reviews remove <review id>',
  refused: 'it is not published',
};

/**
 * Publishes, refuses or removes a review.
 * @throws SetupError if the review does not exist, its state does not allow the decision, or the donor's
 * address is not confirmed
 */
export async function decideReview(
  database: Database,
  decide: DecideAsOperator,
  { id, decision }: { id: string; decision: ReviewDecision },
): Promise<string> {
  const readState = () => findReviewState(database.withTables<Tables>(), id);
  const isAllowed = (state: ReviewState | undefined) =>
    state !== undefined && allowedStates[decision].includes(state);
  if (isAllowed(await readState()) && (await decide({ kind: 'review', id, decision })).length > 0)
    return `Review ${id}: ${messages[decision]}`;
  const state = await readState();
  // The state allows publishing, so publishing failed because the donor's address is not verified.
  if (decision === 'publish' && isAllowed(state))
    throw new SetupError(`Review ${id}: the donor has not verified their email address yet.`);
  throw new SetupError(
    state
      ? `Review ${id}: ${stateMessages[state]}.`
      : `There is no review ${id}. The donor may have withdrawn it.`,
  );
}

function describeList(title: string, rows: ReviewRow[], count: number, since: 'created_at' | 'decided_at') {
  const first = rows.length < count ? `, the first ${rows.length} of them` : '';
  const lines = rows.map((row) =>
    [
      row.id,
      utcDay(row[since] ?? 0),
      `as ${quote(row.public_name)}`,
      `of ${row.user_id}`,
      quote(row.text),
    ].join('  '),
  );
  return [`${title}: ${count}${first}`, ...lines].join('\n');
}

/**
 * Replaces control characters in user input with spaces, so that it cannot control the operator's terminal.
 * Keeps joiners, which Bengali needs.
 */
const quote = (text: string): string =>
  JSON.stringify(text.replace(/(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, ' '));
