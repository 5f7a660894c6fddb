import type { Appointment } from '#contract/appointments.ts';
import { formatPrice } from '#contract/money.ts';
import { serviceCharge } from '#contract/values.ts';
import { pageLocale } from '#web/i18n/language.ts';

type WithFee = Pick<Appointment, 'fee'>;

/** Returns what an appointment costs, or null if nothing. Responses leave out the default. */
const feeOf = ({ fee }: WithFee) => (fee === undefined ? serviceCharge : fee);

/** Returns what an appointment that costs something costs, as text such as `$5`. */
export function priceText(appointment: WithFee): string {
  const { amount, currency } = requireFee(appointment);
  return formatPrice(amount, currency, pageLocale);
}

/** Returns whether an appointment costs something that is not paid yet. */
export const isToPay = (appointment: Pick<Appointment, 'fee' | 'transactionId'>): boolean =>
  appointment.transactionId === undefined && feeOf(appointment) !== null;

/** Returns the fee of an appointment that costs something. */
export function requireFee(appointment: WithFee) {
  const fee = feeOf(appointment);
  if (!fee) throw new Error('The appointment costs nothing.');
  return fee;
}
