import type { OwnReview } from '#contract/reviews.ts';
import type { Db, ReviewRow } from '#server/db/tables.ts';
import { type AddressDeps, findAddress, listConfirmedMembers } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findReview, listOwnReviews, listWaitingReviews } from './repository.ts';
import { toOwnReview } from './serialize.ts';

type Accounts = AddressDeps['accounts'];
const BATCH = 500;

/** Returns the reviews that wait for a decision, oldest first, of donors with a confirmed address. */
export async function listPublishableReviews(
  db: Db,
  accounts: Accounts,
  { limit, except }: { limit: number; except?: string | undefined },
): Promise<ReviewRow[]> {
  const found: ReviewRow[] = [];
  for (let after = ''; found.length < limit; ) {
    const rows = await listWaitingReviews(db, { limit: BATCH, after, except });
    const confirmed = await listConfirmedMembers({ db, accounts }, [
      ...new Set(rows.map((row) => row.user_id)),
    ]);
    found.push(...rows.filter((row) => confirmed.has(row.user_id)));
    after = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) break;
  }
  return found.slice(0, limit);
}

/** Returns the viewer's reviews, newest first. */
export async function describeOwnReviews(deps: AddressDeps, viewer: Viewer): Promise<OwnReview[]> {
  const rows = await listOwnReviews(deps.db, viewer);
  const address = rows.length > 0 ? await findAddress(deps, viewer.userId) : undefined;
  return rows.map((row) => toOwnReview(row, address?.isConfirmed === true));
}

/** Finds a review that is published or whose donor has a confirmed address. */
export async function findDecidableReview(
  db: Db,
  accounts: Accounts,
  id: string,
): Promise<ReviewRow | undefined> {
  const row = await findReview(db, id);
  if (!row || row.state === 'published') return row;
  return (await findAddress({ db, accounts }, row.user_id))?.isConfirmed ? row : undefined;
}
