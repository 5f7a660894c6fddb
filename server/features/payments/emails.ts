import { type Language, languageBase, locale } from '#contract/languages.ts';
import { formatMoney } from '#contract/money.ts';
import { type EmailContent, type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import type { Email } from '#platform/messages.ts';
import { days } from '#platform/time.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import { type Reader, toReader } from '#server/email/reader.ts';
import { bookingReason } from '#server/email/reasons.ts';
import { type AddressDeps, findAddress, readLanguage } from '#server/features/users/rules.ts';
import { formatDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';
import type { SendMail } from '#server/integrations/smtp.ts';
import type { PaymentDeps } from './deps.ts';
import type { Money } from './repository.ts';

/** How long the delivery of an email is retried before it is deleted. */
const EMAIL_TTL_MS = days(30);

/** Emails the member in the account's language, if its address is confirmed. */
export async function notifyMember(
  trx: Trx,
  {
    outbox,
    clock,
    siteName,
    siteLook,
    languages,
  }: Pick<PaymentDeps, 'outbox' | 'clock' | 'siteName' | 'siteLook' | 'languages'>,
  { user_id }: Pick<AppointmentRow, 'user_id'>,
  render: (reader: Reader) => EmailTemplate,
): Promise<void> {
  const language = await readLanguage({ db: trx, languages }, user_id);
  const email = render(await toReader({ siteName, siteLook }, trx, language));
  const message = { goodUntil: clock() + EMAIL_TTL_MS, ...email, userId: user_id };
  await outbox.add(trx, 'email-if-confirmed', message);
}

/** An email to a member, whose address is read when the email is delivered. */
export type MemberEmail = Omit<Email, 'to'> & { userId: string };

/** Outbox handler that sends an email to the member's current address, if it is confirmed. */
export async function sendIfConfirmed(
  { sendMail, ...deps }: AddressDeps & { sendMail: SendMail },
  { userId, ...email }: MemberEmail,
  id: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const address = await findAddress(deps, userId);
  if (address?.isConfirmed) await sendMail({ ...email, to: address.email }, id, confirm);
}

/** Renders the receipt with the amount, the appointment, and a link to print it. */
export function renderReceiptEmail(
  appointment: AppointmentRow,
  reader: Reader,
  publicUrl: string,
): EmailTemplate {
  const { paid_at, transaction_id } = appointment;
  const name = neutralizeLinks(appointment.name);
  const { language, site } = reader;
  const i18n = getTranslator(language);
  const money = { amount: appointment.paid_amount ?? 0, currency: appointment.paid_currency ?? '' };
  return render(appointment, reader, publicUrl, {
    subject: i18n._('Your receipt from {site}', { site }),
    intro: i18n._('Thank you, {name}. Your service charge has been paid.', { name }),
    rows: [
      [i18n._('Amount'), formatAmount(language, money)],
      [i18n._('Paid on'), formatInstant(language, paid_at ?? 0)],
      [i18n._('Transaction id'), transaction_id ?? ''],
    ],
    button: i18n._('Open the receipt to print it'),
    note: i18n._('If you did not make this payment, contact your bank.'),
  });
}

/**
 * Renders the notice of a full refund. If another payment still pays for the appointment, explains that the
 * card was charged twice.
 */
export function renderRefundEmail(
  appointment: AppointmentRow,
  payment: Money & { intent_id: string | null },
  reader: Reader,
  publicUrl: string,
): EmailTemplate {
  const { transaction_id, refunded_at } = appointment;
  const isStillPaid = transaction_id !== null && transaction_id !== payment.intent_id && refunded_at === null;
  const { language, site } = reader;
  const i18n = getTranslator(language);
  return render(appointment, reader, publicUrl, {
    subject: i18n._('Your refund from {site} is on its way', { site }),
    intro: isStillPaid
      ? i18n._(
          'Your card was charged twice for one appointment. We are refunding the second charge. It reaches your card in 5 to 10 days. Your appointment stays paid.',
        )
      : i18n._('We refunded your service charge. It reaches your card in 5 to 10 days.'),
    rows: [
      [i18n._('Amount'), formatAmount(language, payment)],
      [i18n._('Transaction id'), payment.intent_id ?? ''],
    ],
    button: i18n._('See your appointment'),
    note: i18n._("You don't need to do anything."),
  });
}

/** Renders the notice that a person has refunded a part of the payment at the provider. */
export function renderPartialRefundEmail(
  appointment: AppointmentRow,
  payment: Money & { intent_id: string | null; refunded_amount: number },
  reader: Reader,
  publicUrl: string,
): EmailTemplate {
  const { language, site } = reader;
  const i18n = getTranslator(language);
  const { amount, currency, refunded_amount } = payment;
  return render(appointment, reader, publicUrl, {
    subject: i18n._('Your refund from {site} is on its way', { site }),
    intro: i18n._('We refunded a part of your service charge. It reaches your card in 5 to 10 days.'),
    rows: [
      [i18n._('Paid'), formatAmount(language, { amount, currency })],
      [i18n._('Refunded'), formatAmount(language, { amount: refunded_amount, currency })],
      [i18n._('Transaction id'), payment.intent_id ?? ''],
    ],
    button: i18n._('See your appointment'),
    note: i18n._("You don't need to do anything."),
  });
}

type Content = Omit<EmailContent, 'button' | 'reason'> & { button: string };

function render(
  { id, center, day }: AppointmentRow,
  reader: Reader,
  publicUrl: string,
  content: Content,
): EmailTemplate {
  const { language } = reader;
  const i18n = getTranslator(language);
  const link = `${publicUrl}${languageBase[language]}/dashboard/payment/${id}`;
  return renderEmail(reader, {
    ...content,
    rows: [
      ...(content.rows ?? []),
      [i18n._('Donation center'), neutralizeLinks(center)],
      [i18n._('Donation date'), formatDay(language, day)],
    ],
    button: { text: content.button, link },
    reason: bookingReason(reader, center),
  });
}

/** Formats an amount: `$5.00`, or `$৫.০০` in Bengali. */
const formatAmount = (language: Language, { amount, currency }: Money): string =>
  formatMoney(amount, currency, locale[language]);

/** Formats an instant in UTC, because the server does not know the recipient's time zone. */
function formatInstant(language: Language, ms: number): string {
  const format = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale[language], { ...style, timeZone: 'UTC' }).format(ms);
  return `${format({ dateStyle: 'long' })}, ${format({ timeStyle: 'short', hourCycle: 'h23' })} UTC`;
}
