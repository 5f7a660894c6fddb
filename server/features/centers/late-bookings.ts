import { inTransaction } from '#platform/database/transaction.ts';
import { firstIdSince } from '#platform/ids.ts';
import { type Clock, minutes } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listLateBooked, lockCenter } from './repository.ts';
import { syncPlaces } from './sync-places.ts';

/** For how long bookings by servers that did not know of a change are looked for. */
const LATE_BOOKINGS_MS = minutes(2);

/**
 * Job: makes appointments belong to a center that was added or renamed a moment ago. Another server, which had not read the
 * change yet, may have stored one as a text that names no center. Looks only at the latest bookings: the change itself has
 * adopted the others.
 */
export async function adoptLateBookings({ db, clock }: { db: Db; clock: Clock }) {
  const changedSince = clock() - LATE_BOOKINGS_MS;
  // The clocks of the servers may differ.
  const bookedSince = firstIdSince(2 * LATE_BOOKINGS_MS);
  for (const id of await listLateBooked(db, { changedSince, bookedSince }))
    await inTransaction(db, async (trx) => {
      const center = await lockCenter(trx, id, 'change');
      if (center) await syncPlaces(trx, center, clock());
    });
}
