import { AppError } from '#platform/errors.ts';
import type { Owner } from '#server/http/viewer.ts';
import { assertNotMoved } from './move.ts';
import * as repository from './repository.ts';
import { type CancelDeps, cancelAppointment, transactionOf } from './rules.ts';

/**
 * Cancels an appointment whose day was closed, for a donor who cannot come on another day. A paid one stays for its refund.
 * Returns false if it was canceled before.
 * @throws AppError appointment-moved (409), unavailable (503)
 */
export async function declineAppointment(
  deps: CancelDeps,
  owner: Owner,
  { id, moves }: { id: string; moves: number },
): Promise<boolean> {
  const appointment = await repository.findAppointment(deps.db, owner, id);
  if (!appointment) return false;
  assertNotMoved(appointment, moves);
  if (!appointment.transaction_id) return cancelAppointment(deps, owner, id, appointment.day);
  if (appointment.status !== 'booked') return false;
  return transactionOf(deps)(async (trx) => {
    await deps.places?.lock(trx, [appointment]);
    if (!(await repository.cancelPaid(trx, owner, appointment))) throw new AppError('appointment-moved');
    await deps.places?.release(trx, appointment);
    return true;
  });
}
