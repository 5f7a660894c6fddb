import type { Day } from '#contract/days.ts';
import { type Language, languageBase, locale } from '#contract/languages.ts';
import { formatMoney } from '#contract/money.ts';
import { days } from '#platform/time.ts';
import type { AppointmentTable, Trx } from '#server/db/tables.ts';
import {
  type EmailContent,
  type EmailTemplate,
  neutralizeLinks,
  renderEmail,
} from '#server/email/template.ts';
import { formatDay } from '#server/i18n/days.ts';
import { translator } from '#server/i18n/translator.ts';
import { findReader, type Reader } from './appointment-repository.ts';
import type { Money } from './repository.ts';
import type { PaymentDeps } from './settle.ts';

/** How long delivery is retried before an email and its recipient's address are deleted. */
const MAIL_WAITS = days(30);

/**
 * Emails the member at the account's current address and in its language. Does nothing if the account is gone.
 */
export async function notifyMember(
  trx: Trx,
  { outbox, clock }: Pick<PaymentDeps, 'outbox' | 'clock'>,
  { user_id }: Pick<AppointmentTable, 'user_id'>,
  compose: (reader: Reader) => EmailTemplate,
): Promise<void> {
  const reader = await findReader(trx, user_id);
  if (!reader) return;
  const mail = { ...compose(reader), to: reader.email, goodUntil: clock() + MAIL_WAITS };
  // A transaction must not wait for the identity provider; the handler of `mail-if-confirmed` asks it.
  if (reader.emailVerified) await outbox.add(trx, 'mail', mail);
  else await outbox.add(trx, 'mail-if-confirmed', { ...mail, userId: user_id });
}

/** Renders the receipt: amount, appointment, and a link to print it. */
export function renderReceiptEmail(
  appointment: AppointmentTable,
  { language }: Pick<Reader, 'language'>,
  publicUrl: string,
): EmailTemplate {
  const { paid_at, transaction_id } = appointment;
  const name = neutralizeLinks(appointment.name);
  const i18n = translator(language);
  const money = { amount: appointment.paid_amount ?? 0, currency: appointment.paid_currency ?? '' };
  return compose(appointment, language, publicUrl, {
    subject: i18n._('Your receipt from Blood Buddies'),
    intro: i18n._('Thank you, {name}. Your service charge has been paid.', { name }),
    rows: [
      [i18n._('Amount'), moneyIn(language, money)],
      [i18n._('Paid on'), instantIn(language, paid_at ?? 0)],
      [i18n._('Transaction id'), transaction_id ?? ''],
    ],
    button: i18n._('Open the receipt to print it'),
    note: i18n._('If you did not make this payment, contact your bank.'),
  });
}

/**
 * Renders the notice of a refund: of a second payment for the same appointment, or made by a person at the
 * provider.
 */
export function renderRefundEmail(
  appointment: AppointmentTable,
  charge: Money & { intent_id: string | null },
  { language }: Pick<Reader, 'language'>,
  publicUrl: string,
): EmailTemplate {
  const { transaction_id, refunded_at } = appointment;
  const stillPaid = transaction_id !== null && transaction_id !== charge.intent_id && refunded_at === null;
  const i18n = translator(language);
  return compose(appointment, language, publicUrl, {
    subject: i18n._('Your refund from Blood Buddies is on its way'),
    intro: stillPaid
      ? i18n._(
          'Your card was charged twice for one appointment. We are refunding the second charge. Your appointment stays paid.',
        )
      : i18n._('We refunded your service charge. It reaches your card within five to ten days.'),
    rows: [
      [i18n._('Amount'), moneyIn(language, charge)],
      [i18n._('Transaction id'), charge.intent_id ?? ''],
    ],
    button: i18n._('See your appointment'),
    note: i18n._("You don't need to do anything."),
  });
}

type Content = Omit<EmailContent, 'button'> & { button: string };

function compose(
  { id, center, day }: AppointmentTable,
  language: Language,
  publicUrl: string,
  content: Content,
): EmailTemplate {
  const i18n = translator(language);
  const link = `${publicUrl}${languageBase[language]}/dashboard/payment/${id}`;
  return renderEmail({
    ...content,
    lang: language,
    rows: [
      ...content.rows,
      [i18n._('Donation center'), neutralizeLinks(center)],
      [i18n._('Donation date'), formatDay(language, day as Day)],
    ],
    button: { text: content.button, link },
  });
}

/** Formats an amount: `$5.00`, or `৫.০০ US$` in Bengali. */
const moneyIn = (language: Language, { amount, currency }: Money): string =>
  formatMoney(amount, currency, locale[language]);

/** Formats an instant in UTC, because the server does not know the reader's time zone. */
function instantIn(language: Language, ms: number): string {
  const write = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale[language], { ...style, timeZone: 'UTC' }).format(ms);
  if (language === 'en') return `${write({ dateStyle: 'long', timeStyle: 'short' })} UTC`;
  return `${write({ dateStyle: 'long' })}, ${write({ timeStyle: 'short', hourCycle: 'h23' })} UTC`;
}
