import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow } from '#server/db/request-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { toReader } from '#server/email/reader.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { findRecipient } from '#server/features/users/rules.ts';
import {
  type FamilyNotice,
  renderApproved,
  renderDonorAgreed,
  renderNeededNow,
  renderNotNeeded,
  renderOver,
  renderRefused,
} from './email.ts';
import { findDonor, findRequest } from './repository.ts';

const donorNotices = { 'needed-now': renderNeededNow, 'not-needed': renderNotNeeded };
const familyNotices = {
  approved: renderApproved,
  refused: renderRefused,
  'donor-agreed': renderDonorAgreed,
  over: renderOver,
};

/** An email about a request, to one of its donors or to the person who asked. */
export type Notice =
  | { kind: keyof typeof donorNotices; donorId: string }
  | { kind: keyof typeof familyNotices; requestId: string };

/** Older news would only confuse. */
const GOOD_FOR_MS = days(1);

export const queueNotice = (
  { outbox, clock }: Pick<Core, 'outbox' | 'clock'>,
  trx: Trx,
  notice: Notice,
): Promise<void> => outbox.add(trx, 'request-notice', { ...notice, goodUntil: clock() + GOOD_FOR_MS });

/** Outbox handler. Sends nothing that is no longer so, and nothing to an address that is not confirmed. */
export async function sendNotice(
  core: Core,
  notice: Notice & { goodUntil: number },
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const found = await findReader(core, notice);
  const recipient = found?.userId ? await findRecipient(core, found.userId) : undefined;
  if (!found || !recipient?.isConfirmed) return;
  if (!found.isCurrent) return;
  const reader = await toReader(core, core.db, recipient.language);
  const { region } = await readSiteContent(core);
  const about: FamilyNotice = {
    request: found.request,
    timeZone: region.timeZone,
    publicUrl: core.publicUrl,
  };
  const email =
    'donorId' in notice
      ? donorNotices[notice.kind](reader, about)
      : familyNotices[notice.kind](reader, about);
  await core.sendMail({ ...email, to: recipient.email, goodUntil: notice.goodUntil }, messageId, confirm);
}

type Found = {
  request: BloodRequestRow;
  userId: string | null;
  /** Whether what the email says is still so. */
  isCurrent: boolean;
};

async function findReader({ db }: Pick<Core, 'db'>, notice: Notice): Promise<Found | undefined> {
  if ('requestId' in notice) {
    const request = await findRequest(db, notice.requestId);
    return request && { request, userId: request.user_id, isCurrent: isCurrent[notice.kind](request) };
  }
  const donor = await findDonor(db, notice.donorId);
  const request = donor && (await findRequest(db, donor.request_id));
  const state = notice.kind === 'needed-now' ? 'agreed' : 'not-needed';
  return request && { request, userId: donor.user_id, isCurrent: donor.state === state };
}

const isCurrent: Record<keyof typeof familyNotices, (request: BloodRequestRow) => boolean> = {
  approved: ({ state }) => state === 'open' || state === 'filled',
  refused: ({ state }) => state === 'refused',
  'donor-agreed': ({ agreed }) => agreed > 0,
  over: ({ state }) => state === 'expired',
};
