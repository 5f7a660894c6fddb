import { type Language, languageBase } from '#contract/languages.ts';
import type { Clock } from '#platform/time.ts';
import type { Trx } from '#server/db/tables.ts';
import { type EmailTemplate, neutralizeLinks, renderEmail } from '#server/email/template.ts';
import { formatDay, formatWeekdayAndDay } from '#server/i18n/days.ts';
import { translator } from '#server/i18n/translator.ts';
import { type CenterAppointment, setReminded } from './appointments-repository.ts';
import { type CenterWithSeries, findCenter } from './repository.ts';
import { findNextFree } from './rules.ts';
import type { Displaced } from './sync-places.ts';

export type NotifyDeps = {
  clock: Clock;
  publicUrl: string;
  /** Queues an email to a member in their language. */
  notifyMember: (
    trx: Trx,
    member: { user_id: string },
    render: (recipient: { language: Language }) => EmailTemplate,
  ) => Promise<void>;
};

type Change = {
  centerId: string;
  /** Tells donors the reason. */
  message: string | null;
  displaced: readonly Displaced[];
  restored: readonly CenterAppointment[];
};

/** Asks donors whose day or time was closed to choose another one, and tells those whose day was opened again. */
export async function notifyDonors(
  trx: Trx,
  { clock, publicUrl, notifyMember }: NotifyDeps,
  { centerId, message, displaced, restored }: Change,
): Promise<void> {
  const center = await findCenter(trx, centerId);
  if (!center) return;
  for (const [day, appointments] of Map.groupBy(displaced, ({ day }) => day)) {
    const closed = appointments.filter(({ reason }) => reason === 'closed');
    if (closed.length === 0) continue;
    const nextFree = await findNextFree(trx, center, { after: day, now: clock() });
    for (const appointment of closed) {
      // Nobody is reminded of a day that is closed.
      await setReminded(trx, appointment, true);
      await notifyMember(trx, appointment, ({ language }) =>
        renderClosed(appointment, { language, publicUrl, center, message, nextFree }),
      );
    }
  }
  for (const appointment of restored) {
    await setReminded(trx, appointment, false);
    await notifyMember(trx, appointment, ({ language }) =>
      renderRestored(appointment, { language, publicUrl, center }),
    );
  }
}

type RenderOptions = { language: Language; publicUrl: string; center: CenterWithSeries };

const appointmentsLink = ({ language, publicUrl }: RenderOptions): string =>
  `${publicUrl}${languageBase[language]}/dashboard/appointments`;

function detailRows(
  { day, place_time: time }: CenterAppointment,
  { language, center }: RenderOptions,
): [string, string][] {
  const i18n = translator(language);
  return [
    [i18n._('Donation center'), neutralizeLinks(center.name)],
    [i18n._('Donation date'), formatWeekdayAndDay(language, day)],
    ...(time ? ([[i18n._('Arrival time'), time]] as [string, string][]) : []),
  ];
}

function renderClosed(
  appointment: CenterAppointment,
  options: RenderOptions & { message: string | null; nextFree: Parameters<typeof formatDay>[1][] },
): EmailTemplate {
  const { language, message, nextFree } = options;
  const i18n = translator(language);
  return renderEmail({
    lang: language,
    subject: i18n._('Choose another day for your blood donation'),
    intro: i18n._(
      'The center is closed on {day}, so your appointment cannot take place then. Choose another day.',
      {
        day: formatDay(language, appointment.day),
      },
    ),
    rows: [
      ...detailRows(appointment, options),
      ...(message
        ? ([[i18n._('Message from the center'), neutralizeLinks(message)]] as [string, string][])
        : []),
      ...(nextFree.length > 0
        ? ([[i18n._('Next free days'), nextFree.map((day) => formatDay(language, day)).join('; ')]] as [
            string,
            string,
          ][])
        : []),
    ],
    button: { text: i18n._('Choose another day'), link: appointmentsLink(options) },
    note: appointment.transaction_id
      ? i18n._('Your payment moves to the new day.')
      : i18n._('If you cannot come on another day, cancel the appointment on the same page.'),
  });
}

function renderRestored(appointment: CenterAppointment, options: RenderOptions): EmailTemplate {
  const { language } = options;
  const i18n = translator(language);
  return renderEmail({
    lang: language,
    subject: i18n._('Your blood donation on {day} takes place', {
      day: formatDay(language, appointment.day),
    }),
    intro: i18n._('The center is open again on {day}. You keep your appointment.', {
      day: formatDay(language, appointment.day),
    }),
    rows: detailRows(appointment, options),
    button: { text: i18n._('See your appointment'), link: appointmentsLink(options) },
    note: i18n._("You don't need to do anything."),
  });
}
