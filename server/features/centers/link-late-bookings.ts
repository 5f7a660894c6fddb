import { inTransaction } from '#platform/database/transaction.ts';
import { type Clock, minutes } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listChangedSince, lockCenter } from './repository.ts';
import { hasUnlinkedAppointments, syncSlots } from './sync-slots.ts';

/** How long after a change of a center to search for bookings that had read the centers before the change. */
const LATE_BOOKINGS_MS = minutes(2);

/**
 * Links appointments to a center that was added or renamed a moment ago. A concurrent booking may have found
 * no center of that name, and have stored only the text.
 */
export async function linkLateBookings({ db, clock }: { db: Db; clock: Clock }) {
  for (const changed of await listChangedSince(db, clock() - LATE_BOOKINGS_MS)) {
    if (!(await hasUnlinkedAppointments(db, changed, clock()))) continue;
    await inTransaction(db, async (trx) => {
      const center = await lockCenter(trx, changed.id, 'change');
      if (center) await syncSlots(trx, center, clock());
    });
  }
}
