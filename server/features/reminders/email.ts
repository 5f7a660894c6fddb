import type { Day } from '#contract/days.ts';
import type { Visit } from '#contract/visit.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import type { Reader } from '#server/email/reader.ts';
import { bookingReason } from '#server/email/reasons.ts';
import { describeVisit } from '#server/features/centers/visit.ts';
import { formatDay, formatTime, formatWeekdayAndDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';

export type ReminderUrls = {
  appointments: string;
  /** Absent for a paid appointment, which cannot be canceled. */
  cancel?: string;
  stop: string;
  /** URL for one-click unsubscribe by POST (RFC 8058). */
  oneClick: string;
};

type Appointment = Pick<AppointmentRow, 'name' | 'center' | 'day' | 'slot_time'> & {
  /** Address of the center. Absent if the center is unknown. */
  address?: string | undefined;
  /** What the center says about a visit. */
  visit?: Visit | undefined;
  /** Set if a center deferred the donor until a day after the appointment. */
  deferredUntil?: Day | undefined;
};

/**
 * Renders a reminder email, with links to cancel the appointment and to turn off reminders without signing
 * in.
 */
export function renderReminderEmail(
  { name, center, day, slot_time: time, address, visit = {}, deferredUntil }: Appointment,
  reader: Reader,
  urls: ReminderUrls,
): EmailTemplate {
  const { language } = reader;
  const i18n = getTranslator(language);
  const { appointments, cancel, stop, oneClick } = urls;
  const greeted = { name: neutralizeLinks(name) };
  const email = renderEmail(reader, {
    subject: i18n._('Your blood donation on {day}', { day: formatDay(language, day) }),
    intro: deferredUntil
      ? i18n._('Hello {name}, you have an appointment to give blood.', greeted)
      : i18n._(
          'Hello {name}, your blood donation is coming up. We look forward to seeing you. Thank you for giving blood.',
          greeted,
        ),
    rows: [
      [i18n._('Donation center'), neutralizeLinks(center)],
      ...row(i18n._('Address'), address && neutralizeLinks(address)),
      [i18n._('Donation date'), formatWeekdayAndDay(language, day)],
      ...row(i18n._('Arrival time'), time && formatTime(language, time)),
      ...describeVisit(language, visit).map(([term, text]): [string, string] => [
        term,
        neutralizeLinks(text),
      ]),
    ],
    button: { text: i18n._('See your appointment'), link: appointments },
    note: deferredUntil
      ? i18n._('The donation center asked you to wait until {date}. Ask the center before you go.', {
          date: formatDay(language, deferredUntil),
        })
      : visit.food
        ? undefined
        : i18n._('Before you come: sleep well, eat something and drink plenty of water.'),
    also: [
      ...(cancel ? [{ text: i18n._("Can't come? Cancel this appointment"), link: cancel }] : []),
      { text: i18n._('Turn off reminders'), link: stop },
    ],
    reason: bookingReason(reader, center),
  });
  return { ...email, headers: unsubscribeHeaders(oneClick) };
}

const row = (term: string, value: string | null | undefined): [string, string][] =>
  value ? [[term, value]] : [];

const unsubscribeHeaders = (oneClick: string) => ({
  'List-Unsubscribe': `<${oneClick}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * Renders the email on the day a deferral ends. Its subject, which lock screens show, does not mention the
 * deferral.
 */
export function renderDeferralEndedEmail(
  { name }: Pick<AppointmentRow, 'name'>,
  reader: Reader,
  { request, stop, oneClick }: { request: string; stop: string; oneClick: string },
): EmailTemplate {
  const i18n = getTranslator(reader.language);
  const email = renderEmail(reader, {
    subject: i18n._('Your next blood donation'),
    intro: i18n._('Hello {name}, from today you may give blood again. We look forward to seeing you.', {
      name: neutralizeLinks(name),
    }),
    button: { text: i18n._('Request an appointment'), link: request },
    note: i18n._('The donation center decides on the day whether you can give blood.'),
    also: [{ text: i18n._('Turn off reminders'), link: stop }],
    reason: i18n._('You received this email because reminders are turned on in your account.'),
  });
  return { ...email, headers: unsubscribeHeaders(oneClick) };
}
