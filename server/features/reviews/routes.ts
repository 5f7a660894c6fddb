import * as contract from '#contract/reviews.ts';
import { maskedEmail } from '#contract/values.ts';
import type { PublicReads } from '#platform/database/read-replica.ts';
import type { Routes } from '#server/http/route.ts';
import type { ReviewTable, Tables } from '#server/schema/tables.ts';
import { listReviews } from './repository.ts';

export function mountReviews({ open }: Routes, { publicReads }: { publicReads: PublicReads<Tables> }): void {
  open(contract.listReviews, async () => (await publicReads(listReviews)).map(toReview));
}

function toReview(row: ReviewTable): contract.Review {
  return {
    _id: row.id,
    memberType: row.member_type,
    viewContext: row.view_context,
    image: row.image,
    name: row.name,
    email: maskedEmail(row.email),
  };
}
