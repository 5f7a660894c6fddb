import { utcDay } from '#contract/days.ts';
import { languageBase } from '#contract/languages.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { DisplacedAppointmentRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import { type Reader, toReader } from '#server/email/reader.ts';
import { bookingReason } from '#server/email/reasons.ts';
import { chooseNearest, groupByDay, listFreeSlots } from '#server/features/centers/free-slots.ts';
import { endOfDay } from '#server/features/centers/local-time.ts';
import type { CenterWithSeries } from '#server/features/centers/rules.ts';
import { describeSlot, type Slot } from '#server/features/offer-links/offer-tokens.ts';
import { feeOf } from '#server/features/payments/fee.ts';
import { findRecipient } from '#server/features/users/rules.ts';
import { formatDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';
import { recordEmailed } from './notify.ts';
import {
  findClosedByAppointment,
  findDisplacedAppointment,
  insertDisplacedAppointments,
  listAppointments,
} from './repository.ts';
import { readClosedChoice } from './rules.ts';

type StatusNotice = { id: string; userId: string; status: AppointmentStatus };

/**
 * Records an appointment that its center cancels, so that a coordinator can refund it. The cancellation and
 * its undoing each queue an email to the donor. Call in the transaction of the change, which must have locked
 * the appointment.
 * @throws AppError refund-ordered (409)
 */
export async function recordCancellation(
  { clock, outbox }: Pick<Core, 'clock' | 'outbox'>,
  trx: Trx,
  { id, slot_time }: Pick<AppointmentRow, 'id' | 'slot_time'>,
  status: AppointmentStatus,
): Promise<void> {
  const appointment = (await listAppointments(trx, [id])).get(id);
  // Unpaid walk-ins get no email, because staff talk to them at the center.
  if (!appointment?.center_id || (appointment.walk_in && !appointment.transaction_id)) return;
  const { user_id, center_id, day, moves } = appointment;
  let closed = await findClosedByAppointment(trx, appointment);
  // A refunded appointment stays canceled, because the donor would otherwise have both the slot and the
  // money. Other statuses are allowed, because the donor may come.
  const isRefunded = appointment.refunded_at !== null || (closed && closed.refund_at !== null);
  if (status === 'booked' && isRefunded) throw new AppError('refund-ordered');
  if (!closed) {
    if (status !== 'cancelled') return;
    closed = {
      id: newId(),
      appointment_id: id,
      user_id,
      center_id,
      closing_id: null,
      day,
      time: slot_time ?? '',
      moves,
      message: null,
      created_at: clock(),
      notified_at: null,
      called_at: null,
      refund_at: null,
    };
    await insertDisplacedAppointments(trx, [closed]);
  }
  const notice: StatusNotice = { id: closed.id, userId: user_id, status };
  await outbox.add(trx, 'cancellation-email', notice);
}

/**
 * Outbox handler that emails a donor when the center canceled or restored the appointment, unless the status
 * has changed since then.
 */
export async function sendAppointmentStatusEmail(
  core: Core,
  { id, userId, status }: StatusNotice,
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const row = await findDisplacedAppointment(core.db, id);
  const recipient = await findRecipient(core, userId);
  if (!row || !recipient?.isConfirmed) return;
  const { state, center, appointment } = await readClosedChoice(core, row);
  if (!center || appointment?.status !== status) return;
  if (status !== 'cancelled' && state !== 'restored') return;
  const goodUntil = endOfDay(center, row.day);
  if (core.clock() >= goodUntil) return;
  const reader = await toReader(core, core.db, recipient.language);
  const options = { ...reader, row, center, publicUrl: core.publicUrl };
  const email =
    status === 'cancelled'
      ? renderCanceled(options, {
          payment: appointment.transaction_id !== null ? 'paid' : feeOf(appointment) ? 'unpaid' : 'none',
          free: await findNextFree(core, center, row),
        })
      : renderRestored(options);
  await core.sendMail({ ...email, to: recipient.email, goodUntil }, messageId, confirm);
  if (status === 'cancelled') await recordEmailed(core, id);
}

/**
 * Returns the next free slots on later days at the center, because the donor may not be able to come at
 * another time of the same day.
 */
async function findNextFree(
  { db, clock }: Core,
  center: CenterWithSeries,
  { day, time }: Slot,
): Promise<Slot[]> {
  const from = utcDay(Date.parse(day) + days(1));
  return chooseNearest(groupByDay(await listFreeSlots(db, center, { from, now: clock() })), time);
}

type RenderOptions = Reader & {
  row: DisplacedAppointmentRow;
  center: CenterWithSeries;
  publicUrl: string;
};

const detailRows = ({ row, center, language }: RenderOptions): [string, string][] => {
  const i18n = getTranslator(language);
  return [
    [i18n._('Donation center'), neutralizeLinks(center.name)],
    [i18n._('Donation date'), describeSlot(language, row)],
  ];
};

const pageLink = ({ language, publicUrl }: RenderOptions, path: string): string =>
  `${publicUrl}${languageBase[language]}/${path}`;

export function renderCanceled(
  options: RenderOptions,
  { payment, free }: { payment: 'paid' | 'unpaid' | 'none'; free: readonly Slot[] },
): EmailTemplate {
  const { row, language } = options;
  const i18n = getTranslator(language);
  const day = formatDay(language, row.day);
  const next = free.map((slot) => describeSlot(language, slot)).join('; ');
  return renderEmail(options, {
    subject: i18n._('Your blood donation on {day} is canceled', { day }),
    intro: i18n._('The center has canceled your appointment on {day}. You can request another day.', { day }),
    rows: [
      ...detailRows(options),
      ...(next ? ([[i18n._('Next free days'), next]] as [string, string][]) : []),
    ],
    button: {
      text: i18n._('Request an appointment'),
      link: pageLink(options, '#request-appointment'),
    },
    ...(payment === 'paid' && { note: i18n._('The center will refund your payment.') }),
    ...(payment === 'unpaid' && { note: i18n._('There is nothing to pay.') }),
    also: [{ text: i18n._('See your appointments'), link: pageLink(options, 'dashboard/appointments') }],
    reason: bookingReason(options, options.center.name),
  });
}

export function renderRestored(options: RenderOptions): EmailTemplate {
  const { row, language } = options;
  const i18n = getTranslator(language);
  const day = formatDay(language, row.day);
  return renderEmail(options, {
    subject: i18n._('Your blood donation on {day} takes place', { day }),
    intro: i18n._('Your appointment on {day} takes place after all. We look forward to seeing you.', {
      day,
    }),
    rows: detailRows(options),
    button: { text: i18n._('See your appointment'), link: pageLink(options, 'dashboard/appointments') },
    note: i18n._("You don't need to do anything."),
    reason: bookingReason(options, options.center.name),
  });
}
