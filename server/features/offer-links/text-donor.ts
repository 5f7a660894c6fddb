import { toE164 } from '#contract/phone.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import type { Core } from '#server/core.ts';
import type { SentTextRow } from '#server/db/center-tables.ts';
import { findSentTextId, recordSentText } from './repository.ts';

export { removeTextsTo } from './repository.ts';

/**
 * Texts a donor at most once for each kind, center and day, within the limits of all texts. Callers check
 * that the donor's email address is confirmed, because a text over the limit is never sent and only the email
 * is left.
 */
export async function sendTextToDonor(
  core: Pick<Core, 'db' | 'countText' | 'sendTextMessage'>,
  { phone, ...content }: { phone: string; text: string; goodUntil: number },
  about: SentTextRow,
  confirm?: ConfirmClaim,
): Promise<void> {
  const phoneNumber = toE164(phone);
  if (!phoneNumber) return;
  const { message_id: id, user_id: accountId } = about;
  const recorded = await findSentTextId(core.db, about);
  if (recorded !== undefined && recorded !== id) return;
  // A recorded text was already counted at its first attempt.
  if (recorded === undefined) {
    if (await core.countText({ phoneNumber, accountId })) return;
    if (!(await recordSentText(core.db, about))) return;
  }
  await core.sendTextMessage({ phoneNumber, ...content }, id, confirm);
}
