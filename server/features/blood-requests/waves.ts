import { toE164 } from '#contract/phone.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { minutes } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow, RequestDonorRow } from '#server/db/request-tables.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import { toReader } from '#server/email/reader.ts';
import { findLastDetails } from '#server/features/appointments/rules.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { findRecipient } from '#server/features/users/rules.ts';
import { getTranslator } from '#server/i18n/translator.ts';
import { answerLink } from './answer-links.ts';
import { findAvailability } from './availability-repository.ts';
import { listCandidates, mustWait, waitingDays } from './candidates-repository.ts';
import { describeTime, renderQuestion } from './email.ts';
import { findDonor, findRequest, insertDonors } from './repository.ts';
import { readRequestRules } from './request-rules-repository.ts';
import { claimDonors, claimWave, listDue, readDonorsPerBag } from './waves-repository.ts';

/** How many requests one run of the job looks at. */
const BATCH = 20;

type AskMessage = { donorId: string; channel: 'email' | 'text' };

/**
 * Asks the next donors of each request that is due. Returns how many requests were due.
 */
export async function askDonors(core: Core): Promise<number> {
  const due = await listDue(core.db, core.clock(), BATCH);
  for (const request of due) await sendWave(core, request);
  return due.length;
}

/**
 * Searches donors, then claims the wave and asks those who may still be asked, in one transaction, so that a
 * wave is sent once, also by two servers.
 */
async function sendWave(core: Core, request: BloodRequestRow): Promise<void> {
  const { db } = core;
  const now = core.clock();
  const groups = await readSiteContent(core);
  const { waveMinutes } = await readRequestRules(db);
  const count = (request.bags - request.agreed - request.given) * (await readDonorsPerBag(db, now));
  const search = { request, groups, now };
  const found = await listCandidates(core, db, search, count);
  await inTransaction(db, async (trx) => {
    const claimed = await claimWave(trx, request, now + minutes(waveMinutes));
    if (!claimed || found.length === 0) return;
    // A coordinator may have corrected the request in the meantime.
    const among = await listCandidates(core, trx, { ...search, request: claimed, among: found }, count);
    const asked = await claimDonors(trx, among, now);
    const donors = asked.map(({ user_id }) =>
      toDonorRow(request, user_id, { asked_at: now, state: 'asked' }),
    );
    await insertDonors(trx, donors);
    for (const [n, { by_email, by_text }] of asked.entries())
      for (const channel of ['email', 'text'] as const)
        if (channel === 'email' ? by_email || !core.sendsTexts : by_text && core.sendsTexts)
          await core.outbox.add(trx, 'ask-donor', { donorId: donors[n]?.id, channel });
  });
}

export const toDonorRow = (
  { id }: Pick<BloodRequestRow, 'id'>,
  userId: string,
  changes: Partial<RequestDonorRow> & Pick<RequestDonorRow, 'state'>,
): RequestDonorRow => ({
  id: newId(),
  request_id: id,
  user_id: userId,
  asked_at: null,
  answered_at: null,
  arrives_at: null,
  code: null,
  ...{ shared_by_donor: 0, shared_by_family: 0, given_by_donor: 0, given_by_family: 0 },
  ...changes,
});

/** Outbox handler that asks a donor, unless the request no longer needs donors or the donor may not be asked. */
export async function askDonor(
  core: Core,
  { donorId, channel }: AskMessage,
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const { db } = core;
  const now = core.clock();
  const donor = await findDonor(db, donorId);
  const request = donor && (await findRequest(db, donor.request_id));
  if (donor?.state !== 'asked' || request?.state !== 'open' || request.needed_by <= now) return;
  const owner = { userId: donor.user_id };
  const recipient = await findRecipient(core, owner.userId);
  const availability = await findAvailability(db, owner);
  const groups = await readSiteContent(core);
  const waiting = waitingDays(groups, now);
  const isPaused = (availability?.paused_until ?? '') > waiting.today;
  if (!recipient?.isConfirmed || !availability?.may_be_asked || isPaused) return;
  if (await mustWait(db, owner, waiting)) return;
  const about = { request, timeZone: groups.region.timeZone, publicUrl: core.publicUrl };
  const reader = await toReader(core, db, recipient.language);
  const link = answerLink(core, donor.id, recipient.language);
  if (channel === 'email') {
    const email = renderQuestion(reader, { ...about, link });
    await core.sendMail({ ...email, to: recipient.email, goodUntil: request.needed_by }, messageId, confirm);
    return;
  }
  const phoneNumber = toE164((await findLastDetails(db, owner))?.phone ?? '');
  if (!phoneNumber || (await core.countText({ phoneNumber, accountId: owner.userId }))) return;
  const text = getTranslator(reader.language)._(
    '{site}: {group} blood is needed at {hospital} by {time}. Can you come? {link}',
    {
      site: reader.site,
      group: request.blood_group,
      hospital: neutralizeLinks(request.hospital),
      time: describeTime(reader.language, request.needed_by, about.timeZone),
      link,
    },
  );
  await core.sendTextMessage({ phoneNumber, text, goodUntil: request.needed_by }, messageId, confirm);
}
