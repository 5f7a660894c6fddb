import { languageBase } from '#contract/languages.ts';
import { renderEmail } from '#platform/email-layout.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import type { Core } from '#server/core.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import { type Reader, toReader } from '#server/email/reader.ts';
import { waitingListReason } from '#server/email/reasons.ts';
import { localTime } from '#server/features/centers/local-time.ts';
import { getDay } from '#server/features/centers/rules.ts';
import { describeSlot, offerLink } from '#server/features/offer-links/offer-tokens.ts';
import { sendTextToDonor } from '#server/features/offer-links/text-donor.ts';
import { findRecipient } from '#server/features/users/rules.ts';
import { formatTime } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';
import { readDetails } from './offers.ts';
import { findEntry } from './repository.ts';
import type { OfferNotice } from './rules.ts';

type Offer = { center: string; slot: string; until: string; link: string; reader: Reader };

/**
 * Outbox handler that emails the member for whom a slot is held, unless the hold has ended or the address is
 * not confirmed.
 */
export async function sendOfferEmail(
  core: Core,
  notice: OfferNotice,
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const found = await readOffer(core, notice);
  if (!found) return;
  const { recipient, offer } = found;
  await core.sendMail(
    { ...renderOffer(core, offer), to: recipient.email, goodUntil: notice.until },
    messageId,
    confirm,
  );
}

/**
 * Outbox handler that texts the link to the phone number that the member gave, under the conditions of
 * `sendOfferEmail`.
 */
export async function sendOfferText(
  core: Core,
  notice: OfferNotice,
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const found = await readOffer(core, notice);
  if (!found) return;
  const { phone } = await readDetails(core, found.entry, {});
  if (!phone) return;
  const { reader, center, slot, until, link } = found.offer;
  const i18n = getTranslator(reader.language);
  const text = i18n._('{site}: a place at {center} is free on {slot}. It is yours until {until}: {link}', {
    site: reader.site,
    center: neutralizeLinks(center),
    slot,
    until,
    link,
  });
  const { user_id, center_id, day } = found.entry;
  const about = { user_id, center_id, day, kind: 'offer', message_id: messageId } as const;
  await sendTextToDonor(core, { phone, text, goodUntil: notice.until }, about, confirm);
}

async function readOffer(core: Core, { id, userId, until }: OfferNotice) {
  const entry = await findEntry(core.db, id);
  const recipient = await findRecipient(core, userId);
  if (!entry || !recipient?.isConfirmed || entry.state !== 'offered' || entry.held_until !== until)
    return undefined;
  const center = (await getDay(core, entry.center_id, entry.day))?.center;
  if (!center || core.clock() >= until) return undefined;
  const { language } = recipient;
  const slot = { day: entry.day, time: entry.held_time ?? '' };
  const offer: Offer = {
    reader: await toReader(core, core.db, language),
    center: center.name,
    slot: describeSlot(language, slot),
    until: `${formatTime(language, localTime(until, center.time_zone).time)} (${center.time_zone})`,
    link: offerLink(core, { purpose: 'waiting-list', id, ...slot }, language),
  };
  return { entry, recipient, offer };
}

export function renderOffer({ publicUrl }: Core, { reader, center, slot, until, link }: Offer) {
  const i18n = getTranslator(reader.language);
  return renderEmail(reader, {
    subject: i18n._('A place for your blood donation is free'),
    intro: i18n._('You are next on the waiting list. We hold this place for you until {until}.', { until }),
    rows: [
      [i18n._('Donation center'), neutralizeLinks(center)],
      [i18n._('Donation date'), slot],
    ],
    button: { text: i18n._('Take this place'), link },
    note: i18n._('If you do not take it by then, we offer it to the next person.'),
    also: [
      {
        text: i18n._('See your appointments and waiting lists'),
        link: `${publicUrl}${languageBase[reader.language]}/dashboard/appointments`,
      },
    ],
    reason: waitingListReason(reader, center),
  });
}
