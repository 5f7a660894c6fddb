import type { ResponseOf } from '#contract/endpoint.ts';
import type { exportUser } from '#contract/user-export.ts';
import type { Db } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import { readAvailability } from './availability.ts';
import { listDonorsOfUser, listMessagesOf, listRequestsById, listRequestsOf } from './repository.ts';
import { toDetails, toIso } from './serialize.ts';

/** Returns what the member has asked, answered and written. */
export async function exportBloodRequests(
  db: Db,
  viewer: Owner,
): Promise<ResponseOf<typeof exportUser>['bloodRequests']> {
  const answered = await listDonorsOfUser(db, viewer);
  const requests = [
    ...(await listRequestsOf(db, viewer)),
    ...(await listRequestsById(
      db,
      answered.map(({ request_id }) => request_id),
    )),
  ];
  return {
    availability: await readAvailability(db, viewer),
    requests: await Promise.all(requests.map((row) => toDetails(db, row, viewer))),
    messages: (await listMessagesOf(db, viewer)).map(({ request_id, text, sent_at }) => ({
      requestId: request_id,
      text,
      at: toIso(sent_at),
    })),
  };
}
