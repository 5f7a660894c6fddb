import type { Day } from '#contract/days.ts';
import { languageBase } from '#contract/languages.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { Core } from '#server/core.ts';
import type { CenterClosingRow } from '#server/db/center-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { neutralizeLines, neutralizeLinks } from '#server/email/neutralize-links.ts';
import type { Reader } from '#server/email/reader.ts';
import { bookingReason, waitingListReason } from '#server/email/reasons.ts';
import type { BookedAppointment } from '#server/features/centers/rules.ts';
import { type CenterWithSeries, readCenter } from '#server/features/centers/rules.ts';
import type { Displaced } from '#server/features/centers/sync-slots.ts';
import { recordDisplacedAppointments } from '#server/features/closings/rules.ts';
import { notifyMember } from '#server/features/payments/emails.ts';
import { listQueuedMembers } from '#server/features/waiting-list/rules.ts';
import { formatDay, formatTime, formatWeekdayAndDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';
import { setReminded } from './repository.ts';

/** Dependencies for notifying donors about a changed clinic. */
export type NotifyCore = Pick<
  Core,
  'clock' | 'outbox' | 'publicUrl' | 'siteName' | 'siteLook' | 'languages' | 'sendsTexts'
>;

type Change = {
  centerId: string;
  /** The closing that was added. Null after any other change. */
  closingId: string | null;
  /** The reason, which donors read. Null if none was entered. */
  message: string | null;
  displaced: readonly Displaced[];
  restored: readonly BookedAppointment[];
  /** Days that no longer have an open slot. */
  closedDays: readonly Day[];
};

/**
 * Asks donors whose day or time was closed to choose another one. Notifies donors whose day was reopened, and
 * members on the waiting list of a closed day.
 */
export async function notifyDonors(
  core: NotifyCore,
  trx: Trx,
  { centerId, closingId, message, displaced, restored, closedDays }: Change,
): Promise<void> {
  const { publicUrl } = core;
  const center = await readCenter(trx, centerId);
  if (!center) return;
  const closed = displaced.filter(({ reason }) => reason === 'closed');
  if (closed.length > 0)
    await recordDisplacedAppointments(core, trx, { center, closingId, message, appointments: closed });
  // A closed day needs no reminder.
  for (const appointment of closed) await setReminded(trx, appointment, true);
  for (const appointment of restored) {
    await setReminded(trx, appointment, false);
    await notifyMember(trx, core, appointment, (reader) =>
      renderRestored(appointment, { ...reader, publicUrl, center }),
    );
  }
  for (const day of closedDays)
    for (const member of await listQueuedMembers(trx, { center_id: centerId, day }))
      await notifyMember(trx, core, member, (reader) =>
        renderClosedDay({ day, message }, { ...reader, publicUrl, center }),
      );
}

export type RenderOptions = Reader & { publicUrl: string; center: CenterWithSeries };

export const appointmentsLink = ({ language, publicUrl }: RenderOptions): string =>
  `${publicUrl}${languageBase[language]}/dashboard/appointments`;

export function detailRows(
  { day, slot_time: time }: Pick<BookedAppointment, 'day' | 'slot_time'>,
  { language, center }: RenderOptions,
): [string, string][] {
  const i18n = getTranslator(language);
  return [
    [i18n._('Donation center'), neutralizeLinks(center.name)],
    [i18n._('Donation date'), formatWeekdayAndDay(language, day)],
    ...(time ? ([[i18n._('Arrival time'), formatTime(language, time)]] as [string, string][]) : []),
  ];
}

export function renderClosedDay(
  { day, message }: Pick<CenterClosingRow, 'day' | 'message'>,
  options: RenderOptions,
): EmailTemplate {
  const { language, publicUrl, center } = options;
  const i18n = getTranslator(language);
  return renderEmail(options, {
    subject: i18n._('The day that you are waiting for is closed'),
    intro: i18n._('The center is closed on {day}, so no place becomes free.', {
      day: formatDay(language, day),
    }),
    rows: [
      ...detailRows({ day, slot_time: null }, options),
      ...(message
        ? ([[i18n._('Message from the center'), neutralizeLines(message)]] as [string, string][])
        : []),
    ],
    button: {
      text: i18n._('Choose another day'),
      link: `${publicUrl}${languageBase[language]}/centers/${center.id}`,
    },
    note: i18n._(
      'You stay on the waiting list. If the day is opened again, we email you when a place is free.',
    ),
    also: [{ text: i18n._('See your appointments and waiting lists'), link: appointmentsLink(options) }],
    reason: waitingListReason(options, center.name),
  });
}

export function renderRestored(appointment: BookedAppointment, options: RenderOptions): EmailTemplate {
  const { language } = options;
  const i18n = getTranslator(language);
  return renderEmail(options, {
    subject: i18n._('Your blood donation on {day} takes place', {
      day: formatDay(language, appointment.day),
    }),
    intro: i18n._('The center is open again on {day}. You keep your appointment.', {
      day: formatDay(language, appointment.day),
    }),
    rows: detailRows(appointment, options),
    button: { text: i18n._('See your appointment'), link: appointmentsLink(options) },
    note: i18n._("You don't need to do anything."),
    reason: bookingReason(options, options.center.name),
  });
}
