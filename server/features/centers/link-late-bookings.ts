import { inTransaction } from '#platform/database/transaction.ts';
import { type Clock, minutes } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listChangedSince, lockCenter } from './repository.ts';
import { hasUnlinked, syncSlots } from './sync-slots.ts';

/** For how long bookings are looked for that had read the centers before a change. */
const LATE_BOOKINGS_MS = minutes(2);

/**
 * Job: makes appointments belong to a center that was added or renamed a moment ago. A booking that had
 * looked for the center before may have been stored as a text that names none.
 */
export async function linkLateBookings({ db, clock }: { db: Db; clock: Clock }) {
  for (const changed of await listChangedSince(db, clock() - LATE_BOOKINGS_MS)) {
    if (!(await hasUnlinked(db, changed, clock()))) continue;
    await inTransaction(db, async (trx) => {
      const center = await lockCenter(trx, changed.id, 'change');
      if (center) await syncSlots(trx, center, clock());
    });
  }
}
