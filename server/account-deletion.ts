import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import { createPlacesWithWaitingLists } from './clinics.ts';
import type { Trx } from './db/tables.ts';
import { anonymize, listAppointments } from './features/appointments/repository.ts';
import { cancelAllUnpaid } from './features/appointments/rules.ts';
import type { Places } from './features/centers/rules.ts';
import { deleteChangesOf } from './features/check-in/repository.ts';
import * as closings from './features/closings/rules.ts';
import { forgetModeration } from './features/moderation/decisions-repository.ts';
import { removeHoldsOf } from './features/moderation/holds-repository.ts';
import { refundCanceled } from './features/payments/refunds.ts';
import { cancelPaymentLater, type PaymentDeps } from './features/payments/settle.ts';
import * as photos from './features/photos/rules.ts';
import { removeTextsTo } from './features/place-offers/repository.ts';
import * as reviews from './features/reviews/rules.ts';
import { forgetPerson } from './features/staff/person-keys-repository.ts';
import { removeRoles } from './features/staff/roles-repository.ts';
import { removeShiftKeys } from './features/staff/shift-keys-repository.ts';
import { removeShifts } from './features/staff/shifts-repository.ts';
import * as unconfirmedBookings from './features/unconfirmed-bookings/rules.ts';
import { listExistingUsers } from './features/users/repository.ts';
import { type DeletionHook, deleteUser } from './features/users/rules.ts';
import * as waitingList from './features/waiting-list/rules.ts';
import type { IdentityService } from './integrations/identity.ts';

/** What is deleted or anonymized with an account, by feature. */
export const createDeletionHooks = (
  payments: PaymentDeps,
  outbox: Outbox,
  { places, logKey }: { places: Places; logKey: Uint8Array },
): DeletionHook[] => [
  async (trx, viewer) => {
    await places.lock(trx, await listAppointments(trx, viewer));
    const unpaid = await cancelAllUnpaid(trx, payments, viewer);
    for (const { id } of unpaid) await cancelPaymentLater(payments, trx, id);
    const paid = await anonymize(trx, viewer, `removed-${viewer.sessionId}`);
    // The center has promised it to a donor whom nobody will find any more.
    for (const { status, transaction_id, refunded_at } of paid)
      if (status === 'cancelled' && transaction_id !== null && refunded_at === null)
        await refundCanceled(trx, payments, transaction_id, 'cancellation');
    await deleteChangesOf(
      trx,
      [...unpaid, ...paid].map(({ id }) => id),
    );
    const held = await waitingList.deleteOwnEntries(trx, viewer);
    for (const each of [...unpaid, ...paid, ...held]) await places.release(trx, each);
  },
  closings.onAccountDeleted,
  removeTextsTo,
  unconfirmedBookings.onAccountDeleted,
  reviews.onAccountDeleted,
  (trx, viewer) => photos.onAccountDeleted(outbox, trx, viewer),
  async (trx: Trx, viewer) => {
    await forgetModeration(trx, viewer);
    await removeHoldsOf(trx, viewer);
    await removeRoles(trx, viewer);
    await removeShifts(trx, viewer);
    await removeShiftKeys(trx, viewer);
    await forgetPerson(trx, logKey, viewer);
  },
];

const BATCH = 500;

/** Deletes those of these accounts that exist again, because a backup was restored. Returns how many. */
export async function deleteAgain(
  deps: {
    payments: PaymentDeps;
    outbox: Outbox;
    identity: Pick<IdentityService, 'removeAccount'>;
    logKey: Uint8Array;
  },
  userIds: readonly string[],
): Promise<number> {
  const { payments, outbox, identity, logKey } = deps;
  const { db, clock } = payments;
  const { places } = createPlacesWithWaitingLists(
    { ...payments, accounts: undefined },
    { sendsTexts: false, sendsEmail: async () => true, features: ['staff'] },
  );
  const hooks = createDeletionHooks(payments, outbox, { places, logKey });
  let count = 0;
  for (let start = 0; start < userIds.length; start += BATCH)
    for (const user of await listExistingUsers(db, userIds.slice(start, start + BATCH))) {
      const viewer = { userId: user.id, email: user.email, sessionId: newId() };
      // Another server that starts now may have deleted it.
      const isDeleted = await deleteUser({ db, clock, outbox, identity }, viewer, hooks).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'credentials-refused') return false;
          throw error;
        },
      );
      if (isDeleted) count += 1;
    }
  return count;
}
