import type { AppointmentJson } from '#contract/appointments.ts';
import { toMajorUnits } from '#contract/money.ts';
import { serviceCharge } from '#contract/values.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import { findGroup } from '#server/features/site-content/rules.ts';
import { findFirstPaymentTime, isSameAmount, type Money } from './repository.ts';

type FeeColumns = Pick<AppointmentRow, 'fee_amount' | 'fee_currency'>;

/** Returns the columns of the fee in force, for a new appointment in the same transaction. */
export async function readFeeColumns(core: Pick<Core, 'siteDefaults'>, trx: Trx): Promise<FeeColumns> {
  const fee = await findGroup(core, trx, 'fee');
  return { fee_amount: fee?.amount ?? null, fee_currency: fee?.currency ?? null };
}

/** Returns what an appointment costs, or undefined if nothing. */
export const feeOf = ({ fee_amount, fee_currency }: FeeColumns): Money | undefined =>
  fee_amount === null || fee_currency === null ? undefined : { amount: fee_amount, currency: fee_currency };

/** Returns the fee as responses contain it: without a field for the specification's service charge. */
export function toFeeJson(row: FeeColumns): Pick<AppointmentJson, 'fee'> {
  const fee = feeOf(row);
  return fee && isSameAmount(fee, serviceCharge) ? {} : { fee: fee ?? null };
}

/** Returns whether new appointments cost something, or a payment was ever opened. */
export const takesPayments = async (core: Pick<Core, 'db' | 'siteDefaults'>): Promise<boolean> =>
  (await findGroup(core, core.db, 'fee')) !== null || (await findFirstPaymentTime(core.db)) !== undefined;

/**
 * Checks the price, in major units, that a client is about to pay. An unknown appointment has the fee in
 * force, so that a wrong price is reported before an unknown appointment.
 * @throws AppError no-fee (409), invalid-fields (422)
 */
export async function checkPrice(
  core: Pick<Core, 'db' | 'siteDefaults'>,
  appointment: FeeColumns | undefined,
  price: number,
): Promise<void> {
  const fee = appointment ? feeOf(appointment) : await findGroup(core, core.db, 'fee');
  if (appointment && !fee) throw new AppError('no-fee');
  if (fee && price !== toMajorUnits(fee.amount, fee.currency))
    throw new AppError('invalid-fields', {
      fields: { price: `Choose one of: ${toMajorUnits(fee.amount, fee.currency)}` },
    });
}
