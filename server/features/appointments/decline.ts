import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import * as slots from '#server/features/centers/slots.ts';
import type { Owner } from '#server/http/viewer.ts';
import { assertNotMoved } from './move.ts';
import * as repository from './repository.ts';
import { cancelAppointment, type Transact } from './rules.ts';

/**
 * Cancels an appointment whose day was closed, for a donor who cannot come on another day. A paid appointment
 * is kept for its refund. Returns false if there is nothing to cancel.
 * @throws AppError already-paid, already-recorded, appointment-canceled, appointment-moved (409), unavailable
 * (503)
 */
export async function declineAppointment(
  core: Core,
  owner: Owner,
  { id, moves }: { id: string; moves: number },
  transact: Transact = (work) => inTransaction(core.db, work),
): Promise<boolean> {
  const appointment = await repository.findAppointment(core.db, owner, id);
  if (!appointment) return false;
  assertNotMoved(appointment, moves);
  if (!appointment.transaction_id) return cancelAppointment(core, owner, id, appointment.day, transact);
  if (appointment.status !== 'booked') return false;
  return transact(async (trx) => {
    await slots.lockSlots(trx, [appointment]);
    if (!(await repository.cancelPaid(trx, owner, appointment))) throw new AppError('appointment-moved');
    await slots.releaseAppointmentSlot(core, trx, appointment);
    return true;
  });
}
