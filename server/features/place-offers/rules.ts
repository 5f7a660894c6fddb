import { createHmac } from 'node:crypto';
import { type Day, parseDay } from '#contract/days.ts';
import { type Language, languageBase } from '#contract/languages.ts';
import { toE164 } from '#contract/phone.ts';
import type { ClinicPlace } from '#contract/place-offers.ts';
import { AppError } from '#platform/errors.ts';
import { isSameSecret } from '#platform/ids.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import type { CountText } from '#platform/security/text-limits.ts';
import type { SentTextRow } from '#server/db/center-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { formatTime, formatWeekdayAndDay } from '#server/i18n/days.ts';
import type { SmsSender } from '#server/integrations/sms.ts';
import { findTextId, recordText } from './repository.ts';

/** A place of a clinic. `time` is empty without intervals. */
export type Place = { day: Day; time: string };

/** What a token is bound to: a row of `closed_appointments`, `waiting_list` or `unconfirmed_bookings`, and one place. */
export type OfferClaims = Place & { purpose: 'move' | 'waiting-list' | 'book-again'; id: string };

export type OfferTokens = ReturnType<typeof createOfferTokens>;

const purposes = { m: 'move', w: 'waiting-list', b: 'book-again' } as const;

/**
 * Issues and reads the tokens in links to places. They are short, because text messages contain them. Whether one was used
 * or has expired depends on the row that it names.
 */
export function createOfferTokens(key: Uint8Array) {
  const sign = (content: string): string =>
    createHmac('sha256', key).update(content).digest('base64url').slice(0, 22);
  return {
    issue({ purpose, id, day, time }: OfferClaims): string {
      const content = `${purpose[0]}.${id}.${day}.${time.replace(':', '')}`;
      return `${content}.${sign(content)}`;
    },

    /** @throws AppError not-found (404: not our token) */
    read(token: string): OfferClaims {
      const [, content = '', kind, id, date = '', digits = '', mac = ''] =
        /^(([mwb])\.([\w-]{1,64})\.([\d-]{10})\.(\d{4}|))\.([\w-]{22})$/.exec(token) ?? [];
      const day = parseDay(date);
      if (!day || !id || !isSameSecret(mac, sign(content))) throw new AppError('not-found');
      const time = digits && `${digits.slice(0, 2)}:${digits.slice(2)}`;
      return { purpose: purposes[kind as keyof typeof purposes], id, day, time };
    },
  };
}

export const toClinicPlace = ({ day, time }: Place): ClinicPlace => ({ date: day, ...(time && { time }) });

export type LinkDeps = { publicUrl: string; tokens: OfferTokens };

/** The page that a link opens. The token is in the fragment, which browsers do not send to servers. */
export const offerLink = ({ publicUrl, tokens }: LinkDeps, claims: OfferClaims, language: Language): string =>
  `${publicUrl}${languageBase[language]}/place-offer#${tokens.issue(claims)}`;

export const describePlace = (language: Language, { day, time }: Place): string =>
  `${formatWeekdayAndDay(language, day)}${time && `, ${formatTime(language, time)}`}`;

export type TextDeps = { db: Db; countText: CountText; sendTextMessage: SmsSender };

/**
 * Texts a donor whose email address is confirmed, at most once about a day at a center for each kind, within the limits of
 * all texts. A text that is left out is not sent later: the email is.
 */
export async function textDonor(
  deps: TextDeps,
  { phone, ...content }: { phone: string; text: string; goodUntil: number },
  about: SentTextRow,
  confirm?: ConfirmClaim,
): Promise<void> {
  const phoneNumber = toE164(phone);
  if (!phoneNumber) return;
  const { message_id: id, user_id: accountId } = about;
  const recorded = await findTextId(deps.db, about);
  if (recorded !== undefined && recorded !== id) return;
  // A recorded text was counted before, at the first attempt.
  if (recorded === undefined) {
    if (await deps.countText({ phoneNumber, accountId })) return;
    if (!(await recordText(deps.db, about))) return;
  }
  await deps.sendTextMessage({ phoneNumber, ...content }, id, confirm);
}
