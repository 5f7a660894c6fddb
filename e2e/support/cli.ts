import { openDatabase } from '#platform/database/open.ts';
import type { Tables } from '#server/db/tables.ts';
import { decideAsOperator } from '#server/features/moderation/testing/operator.ts';
import {
  decideReview,
  describeWaitingReviews,
  type ReviewDecision,
} from '#server/features/reviews/operator.ts';
import type { Site } from './site.ts';

/**
 * Lists the reviews waiting for approval as the operator's command prints them, as if every address were
 * confirmed.
 */
export async function listWaitingReviews({ dataDir }: Site): Promise<string> {
  await using database = await openDatabase({ dataDir });
  // The identity provider is not changed, so the donor's pages show the address as unconfirmed.
  const users = database.withTables<Tables>().updateTable('users');
  await users.set({ email_verified_at: Date.UTC(2100, 0) }).execute();
  return await describeWaitingReviews(database, undefined);
}

/**
 * Publishes or rejects the waiting review with this text, as the operator's command does (`tests/` runs the
 * command).
 */
export async function decideReviewByText(
  site: Site,
  text: string,
  decision: ReviewDecision,
): Promise<string> {
  const line = (await listWaitingReviews(site)).split('\n').find((printed) => printed.includes(text));
  const [id = ''] = line?.split(' ') ?? [];
  await using database = await openDatabase({ dataDir: site.dataDir });
  return await decideReview(database, decideAsOperator(database), { id, decision });
}
