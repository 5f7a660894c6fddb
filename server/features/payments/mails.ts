import { type Day, longDate } from '#contract/days.ts';
import { composeLetter, type Letter } from '#server/letters/letter.ts';
import type { AppointmentTable } from '#server/schema/tables.ts';
import type { Money } from './repository.ts';

/** What was paid, for what, and where it can be printed. */
export function composeReceipt(appointment: AppointmentTable, publicUrl: string): Letter {
  const { paid_at, transaction_id } = appointment;
  return compose(appointment, publicUrl, {
    subject: 'Your receipt from Blood Buddies',
    why: `Thank you, ${appointment.name}. Your service charge has been paid.`,
    rows: [
      [
        'Amount',
        moneyText({ amount: appointment.paid_amount ?? 0, currency: appointment.paid_currency ?? '' }),
      ],
      ['Paid on', `${instantText(paid_at ?? 0)}`],
      ['Transaction id', transaction_id ?? ''],
    ],
    button: 'Open the receipt to print it',
    otherwise: 'If you did not pay this, tell your bank.',
  });
}

/** Money that went back: of a charge that was one too many, or that somebody gave back at the provider. */
export function composeRefundNotice(
  appointment: AppointmentTable,
  charge: Money & { intent_id: string | null },
  publicUrl: string,
): Letter {
  const { transaction_id, refunded_at } = appointment;
  const stillPaid = transaction_id !== null && transaction_id !== charge.intent_id && refunded_at === null;
  return compose(appointment, publicUrl, {
    subject: 'Your money is on its way back from Blood Buddies',
    why: stillPaid
      ? 'Your card was charged twice for one appointment. The second charge goes back to your card; your appointment stays paid.'
      : 'Your service charge has been given back. It is on your card within five to ten days.',
    rows: [
      ['Amount', moneyText(charge)],
      ['Transaction id', charge.intent_id ?? ''],
    ],
    button: 'See your appointment',
    otherwise: 'There is nothing that you need to do.',
  });
}

type Content = {
  subject: string;
  why: string;
  rows: [term: string, text: string][];
  button: string;
  otherwise: string;
};

function compose({ id, center, day }: AppointmentTable, publicUrl: string, content: Content): Letter {
  const link = `${publicUrl}/dashboard/payment/${id}`;
  return composeLetter({
    ...content,
    rows: [...content.rows, ['Donation center', center], ['Donation date', longDate(day as Day)]],
    button: { text: content.button, link },
  });
}

/** `$5.00`. */
const moneyText = ({ amount, currency }: Money): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);

/** In UTC, and saying so: a server does not know where its reader is. */
const instantText = (ms: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(ms) +
  ' UTC';
