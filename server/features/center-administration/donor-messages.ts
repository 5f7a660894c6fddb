import { createHash } from 'node:crypto';
import type { Day } from '#contract/days.ts';
import type {
  countDonorsOfDay as countEndpoint,
  sendDonorMessage as endpoint,
  previewDonorMessage as previewEndpoint,
} from '#contract/donor-messages.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { neutralizeLines } from '#server/email/neutralize-links.ts';
import { toReader } from '#server/email/reader.ts';
import { bookingReason } from '#server/email/reasons.ts';
import { endOfDay, localDay } from '#server/features/centers/local-time.ts';
import type { BookedAppointment } from '#server/features/centers/rules.ts';
import { type CenterWithSeries, lockCenter, readCenter } from '#server/features/centers/rules.ts';
import { listExpectedAppointments } from '#server/features/centers/sync-slots.ts';
import { notifyMember } from '#server/features/payments/emails.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import { listReachableMembers, readLanguage } from '#server/features/users/rules.ts';
import { runOncePerKey } from '#server/http/idempotency-repository.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { formatDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';
import { appointmentsLink, detailRows, type RenderOptions } from './notifications.ts';

/** Limit of messages about one day of a center. */
export const MAX_DONOR_MESSAGES: RateLimit = { points: 5, seconds: 86_400 };

/** Counts a message about a day of a center. @throws AppError too-many-requests (429) */
export type CountMessage = (key: string) => Promise<void>;

type Message = { centerId: string; day: Day; text: string };
/** Without a text if nobody can be emailed. */
type OptionalMessage = Omit<Message, 'text'> & { text?: string | undefined };

/**
 * Emails the donors expected on a day, and returns those to call. Each donor gets the same text at most once a
 * day, so a repeated request sends no second email. Without an email server nothing is sent, so that the same
 * text can be sent once there is one.
 * @throws AppError not-found (404), invalid-fields (422: a day that is over, or no text although somebody can
 * be emailed), too-many-requests (429)
 */
export async function sendDonorMessage(
  core: Core,
  by: StaffMember,
  { centerId, day, text }: OptionalMessage,
  countMessage: CountMessage,
): Promise<ResponseOf<typeof endpoint>> {
  const now = core.clock();
  await countMessage(`${centerId} ${day}`);
  if (text === undefined && (await countDonorsOfDay(core, { centerId, day })).emailed > 0)
    throw new AppError('invalid-fields', { fields: { message: 'Write a message' } });
  const sent = (await core.sendsEmail()) ? text : undefined;
  const { expected, sentTo } = await withStaffLog(core, by, async (trx, log) => {
    const center = await lockCenter(trx, centerId, 'read');
    if (!center) throw new AppError('not-found');
    if (day < localDay(center, now))
      throw new AppError('invalid-fields', { fields: { date: 'Choose today or a later day' } });
    const expected = await listExpectedAppointments(trx, center, day);
    const sentTo = new Set<string>();
    if (sent !== undefined)
      for (const appointment of expected)
        if (await sendOnce(core, trx, { center, appointment, text: sent, now })) sentTo.add(appointment.id);
    const people = expected.map(({ user_id }) => user_id);
    const action = sent === undefined ? 'view appointments' : (`message ${day}` as const);
    if (people.length > 0) await log({ action, people, centerId });
    return { expected, sentTo };
  });
  const { emailed, toCall } = await splitByReach(core, expected);
  const repeated = emailed.filter(({ id }) => !sentTo.has(id)).length;
  return { emailed: emailed.length - repeated, repeated, toCall: toCall.map(toCallee) };
}

/** Counts the donors whom a message about a day would reach. @throws AppError not-found (404) */
export async function countDonorsOfDay(
  core: Core,
  about: Pick<Message, 'centerId' | 'day'>,
): Promise<ResponseOf<typeof countEndpoint>> {
  const { emailed, toCall } = await readDonorsOfDay(core, about);
  return { emailed: emailed.length, toCall: toCall.length };
}

/**
 * Renders a message as the first donor whom the site can email would get it, in the donor's language. Records
 * the view in the staff log.
 * @throws AppError not-found (404)
 */
export async function previewDonorMessage(
  core: Core,
  by: StaffMember,
  { text, ...about }: Message,
): Promise<ResponseOf<typeof previewEndpoint>> {
  const { center, emailed, toCall } = await readDonorsOfDay(core, about);
  const counts = { emailed: emailed.length, toCall: toCall.length };
  const [donor] = emailed;
  if (!donor) return counts;
  const { user_id: userId } = donor;
  await withStaffLog(core, by, (_, log) =>
    log({ action: 'view appointments', people: [userId], centerId: about.centerId }),
  );
  const reader = await toReader(core, core.db, await readLanguage(core, userId));
  const { subject, html } = renderMessage(donor, text, { ...reader, publicUrl: core.publicUrl, center });
  return { ...counts, email: { subject, html } };
}

async function readDonorsOfDay(core: Core, { centerId, day }: Pick<Message, 'centerId' | 'day'>) {
  const { center, expected } = await inTransaction(core.db, async (trx) => {
    const center = await readCenter(trx, centerId);
    if (!center) throw new AppError('not-found');
    return { center, expected: await listExpectedAppointments(trx, center, day) };
  });
  return { center, ...(await splitByReach(core, expected)) };
}

/** Splits donors into those whom the site can email, and those who must be called. */
async function splitByReach(core: Core, expected: readonly BookedAppointment[]) {
  const reachable = await listReachableMembers(
    core,
    expected.map(({ user_id }) => user_id),
  );
  return {
    emailed: expected.filter(({ user_id }) => reachable.has(user_id)),
    toCall: expected.filter(({ user_id }) => !reachable.has(user_id)),
  };
}

const toCallee = ({ id, name, phone, slot_time: time }: BookedAppointment) => ({
  _id: id,
  name,
  phone,
  ...(time && { time }),
});

type Sent = { center: CenterWithSeries; appointment: BookedAppointment; text: string; now: number };

/** Queues the email. Returns false if the donor was already sent this text about this appointment. */
async function sendOnce(core: Core, trx: Trx, { center, appointment, text, now }: Sent): Promise<boolean> {
  const { id, user_id: userId, day } = appointment;
  const hash = createHash('sha256').update(`${id} ${day} ${text}`).digest('base64url');
  const request = { viewer: { userId }, key: { key: `message ${hash}`, hash }, createdId: id, now };
  let isSent = false;
  await runOncePerKey(trx, request, async () => {
    isSent = true;
    await notifyMember(trx, core, appointment, (reader) =>
      renderMessage(appointment, text, { ...reader, publicUrl: core.publicUrl, center }),
    );
    return id;
  });
  return isSent;
}

export function renderMessage(
  appointment: BookedAppointment,
  text: string,
  options: RenderOptions,
): EmailTemplate {
  const { language, center } = options;
  const i18n = getTranslator(language);
  const day = formatDay(language, appointment.day);
  const email = renderEmail(options, {
    subject: i18n._('A message about your blood donation on {day}', { day }),
    intro: i18n._('The center has written to everybody who is booked on {day}.', { day }),
    rows: [[i18n._('Message from the center'), neutralizeLines(text)], ...detailRows(appointment, options)],
    button: { text: i18n._('See your appointment'), link: appointmentsLink(options) },
    note: i18n._('Your appointment has not changed.'),
    reason: bookingReason(options, center.name),
  });
  return { ...email, goodUntil: endOfDay(center, appointment.day) };
}
