import type { AppointmentJson, Payment } from '#contract/appointments.ts';
import { formatLongDate } from '#contract/days.ts';
import type { BloodGroup } from '#contract/values.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { toFeeJson } from '#server/features/payments/fee.ts';
import { toNationalDigits } from '#server/integrations/phone-numbers.ts';

/** Numbers from before the site had a country are 11 digits. */
const toPhoneJson = (phone: string): Pick<AppointmentJson, 'phone' | 'phoneE164'> =>
  phone.startsWith('+') ? { phone: toNationalDigits(phone), phoneE164: phone } : { phone };

export function toAppointment(row: AppointmentRow): AppointmentJson {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    bloodGroup: row.blood_group as BloodGroup,
    center: row.center,
    ...(row.center_id !== null && { centerId: row.center_id }),
    ...(row.slot_time && { time: row.slot_time }),
    date: formatLongDate(row.day),
    ...toPhoneJson(row.phone),
    ...(row.opinion !== null && { opinion: row.opinion }),
    ...toFeeJson(row),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id, ...toPayment(row) }),
    ...(row.refunded_at !== null && { refunded: true }),
    ...(row.status !== 'booked' && { status: row.status }),
    ...(row.status === 'cancelled' && { cancellationReason: row.cancellation_reason ?? 'center' }),
    ...(row.deferred_until && { deferredUntil: row.deferred_until }),
  };
}

/** Returns no fields for a payment from before receipts were stored. */
function toPayment({ paid_at, paid_amount, paid_currency, refunded_at, refunded_amount }: AppointmentRow) {
  if (!paid_at || paid_amount === null || paid_currency === null) return {};
  const payment: Payment = {
    amount: paid_amount,
    currency: paid_currency,
    paidAt: instant(paid_at),
    ...(refunded_at !== null && { refundedAt: instant(refunded_at) }),
    ...(refunded_at === null && refunded_amount !== null && { refundedAmount: refunded_amount }),
  };
  return { payment };
}

const instant = (ms: number): string => new Date(ms).toISOString();
