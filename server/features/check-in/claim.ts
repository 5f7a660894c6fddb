import type { ResponseOf } from '#contract/endpoint.ts';
import { type Language, languageBase } from '#contract/languages.ts';
import type { claimWalkIn as claimWalkInEndpoint } from '#contract/walk-ins.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import { toReader } from '#server/email/reader.ts';
import { dayTakenMessage, deleteReplaceable, hasAppointmentOn } from '#server/features/appointments/rules.ts';
import { transferEntries } from '#server/features/staff-log/staff-log.ts';
import { chooseLanguage, requireUser } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { CLAIM_TTL_MS, readClaimToken } from './claim-links.ts';
import { renderClaimEmail } from './email.ts';
import { findAppointmentOwner, findLanguageByEmail, reassignAppointment } from './repository.ts';

/** The token of an emailed link, and the language of the staff who send it. */
export type ClaimLink = { token: string; language: Language };

/**
 * Queues the email with the link, in the language of the account with this address, otherwise of the staff.
 * The address may be unconfirmed, as in a confirmation email, because only a reader of that mailbox can open
 * the link.
 */
export async function sendClaimLink(
  { outbox, publicUrl, siteName, siteLook, languages, clock }: Core,
  trx: Trx,
  appointment: AppointmentRow,
  { token, language: languageOfStaff }: ClaimLink,
): Promise<void> {
  const language = chooseLanguage(
    await languages(trx),
    (await findLanguageByEmail(trx, appointment.email)) ?? languageOfStaff,
  );
  const link = `${publicUrl}${languageBase[language]}/staff/claim#${token}`;
  await outbox.add(trx, 'email', {
    ...renderClaimEmail(appointment, { reader: await toReader({ siteName, siteLook }, trx, language), link }),
    to: appointment.email,
    goodUntil: clock() + CLAIM_TTL_MS,
  });
}

/**
 * Adds the appointment of a link to the account. If the link was sent to the account's address, marks that
 * address as confirmed, because only its owner could read the link. A repeated request changes nothing.
 * @throws AppError not-found (404: not our token, or claimed by another account), link-expired (410)
 */
export async function claimWalkIn(
  core: Core,
  viewer: Viewer,
  token: string,
): Promise<ResponseOf<typeof claimWalkInEndpoint>> {
  const walkIn = await readClaimToken(core, token);
  return inTransaction(core.db, async (trx) => {
    const found = await findAppointmentOwner(trx, walkIn.id);
    if (found?.user_id === viewer.userId) return { success: true, appointmentId: walkIn.id };
    if (found?.user_id !== walkIn.user_id) throw new AppError('not-found');
    await requireUser(trx, viewer);
    if (found.email === viewer.email)
      await core.accounts?.verifyEmail(trx, { id: viewer.userId, email: viewer.email });
    if (await hasAppointmentOn(trx, viewer, found.day))
      return { success: false, message: dayTakenMessage(found.day) };
    await deleteReplaceable(trx, viewer, found.day);
    await reassignAppointment(trx, walkIn, viewer);
    await transferEntries(trx, core.logKey, walkIn.user_id, viewer.userId);
    return { success: true, appointmentId: walkIn.id };
  });
}
