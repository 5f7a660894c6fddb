import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { anonymizePaid, cancelAllUnpaid, listAppointments } from '#server/features/appointments/rules.ts';
import * as bloodRequests from '#server/features/blood-requests/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { deleteAppointmentChanges } from '#server/features/check-in/status.ts';
import * as closings from '#server/features/closings/rules.ts';
import * as importedDonations from '#server/features/imported-donations/rules.ts';
import { eraseModerationData } from '#server/features/moderation/rules.ts';
import { removeTextsTo } from '#server/features/offer-links/text-donor.ts';
import { cancelOpenPayment } from '#server/features/payments/close-payment.ts';
import { requestRefundOfCanceled } from '#server/features/payments/refunds.ts';
import { cancelPaymentLater, listAppointmentsWithOpenPayment } from '#server/features/payments/settle.ts';
import { removeDeletionRequest } from '#server/features/people/deletion-requests.ts';
import * as photos from '#server/features/photos/rules.ts';
import * as reviews from '#server/features/reviews/rules.ts';
import { forgetEditor } from '#server/features/site-content/rules.ts';
import { removeStaffMember } from '#server/features/staff/rules.ts';
import { erasePerson } from '#server/features/staff-log/staff-log.ts';
import * as unconfirmedBookings from '#server/features/unconfirmed-bookings/rules.ts';
import { deleteUser, listExistingUsers } from '#server/features/users/rules.ts';
import * as waitingList from '#server/features/waiting-list/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';

/** Deletes an account. Deletes its unpaid appointments, and keeps paid ones without personal data. */
export async function deleteAccount(core: Core, viewer: Viewer): Promise<void> {
  for (const id of await listAppointmentsWithOpenPayment(core.db, viewer)) await closeUnlessPaid(core, id);
  await deleteUser(core, viewer, (trx) => eraseData(core, trx, viewer));
}

/** Deletes an account whose deletion staff confirmed. Does nothing if it is gone. */
export async function deleteAccountOf(core: Core, userId: string): Promise<void> {
  const [user] = await listExistingUsers(core.db, [userId]);
  if (user) return deleteAccount(core, { userId, email: user.email, sessionId: newId() });
  // A person who has not finished signing up has only an account at the identity provider.
  await inTransaction(core.db, (trx) => core.outbox.add(trx, 'remove-identity', { userId }));
}

/**
 * Cancels the open payment before the account is deleted. A payment that succeeded first is kept, and its
 * appointment is anonymized. If the provider is unavailable, the outbox cancels the payment later.
 */
async function closeUnlessPaid(core: Core, appointmentId: string): Promise<void> {
  await cancelOpenPayment(core, appointmentId).catch((error: unknown) => {
    const isExpected = error instanceof AppError && ['already-paid', 'unavailable'].includes(error.code);
    if (!isExpected) throw error;
  });
}

/** Deletes or anonymizes what the features have stored about a member. */
export async function eraseData(core: Core, trx: Trx, viewer: Viewer): Promise<void> {
  await eraseAppointments(core, trx, viewer);
  await closings.onAccountDeleted(trx, viewer);
  await removeTextsTo(trx, viewer);
  await unconfirmedBookings.onAccountDeleted(trx, viewer);
  await importedDonations.onAccountDeleted(core, trx, viewer);
  await bloodRequests.onAccountDeleted(core, trx, viewer);
  await reviews.onAccountDeleted(trx, viewer);
  await photos.onAccountDeleted(core, trx, viewer);
  await eraseModerationData(trx, viewer);
  await removeDeletionRequest(trx, viewer);
  await forgetEditor(trx, viewer);
  await removeStaffMember(trx, viewer);
  await erasePerson(trx, core.logKey, viewer);
}

async function eraseAppointments(core: Core, trx: Trx, viewer: Viewer): Promise<void> {
  await slots.lockSlots(trx, await listAppointments(trx, viewer));
  const unpaid = await cancelAllUnpaid(trx, core, viewer);
  for (const { id } of unpaid) await cancelPaymentLater(core, trx, id);
  const paid = await anonymizePaid(trx, viewer, `removed-${viewer.sessionId}`);
  // Refund canceled appointments now, because their donor cannot be found once the account is deleted.
  for (const { status, transaction_id, refunded_at } of paid)
    if (status === 'cancelled' && transaction_id !== null && refunded_at === null)
      await requestRefundOfCanceled(trx, core, transaction_id, 'cancellation');
  await deleteAppointmentChanges(
    trx,
    [...unpaid, ...paid].map(({ id }) => id),
  );
  const held = await waitingList.deleteOwnEntries(trx, viewer);
  for (const appointment of [...unpaid, ...paid, ...held])
    await slots.releaseAppointmentSlot(core, trx, appointment);
}

const BATCH = 500;

/** Deletes the given accounts that a restored backup brought back. Returns their number. */
export async function deleteRestoredAccounts(core: Core, userIds: readonly string[]): Promise<number> {
  let count = 0;
  for (let start = 0; start < userIds.length; start += BATCH)
    for (const user of await listExistingUsers(core.db, userIds.slice(start, start + BATCH))) {
      const viewer = { userId: user.id, email: user.email, sessionId: newId() };
      // Another server that is starting may have deleted the account.
      const isDeleted = await deleteUser(core, viewer, (trx) => eraseData(core, trx, viewer)).then(
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
