import { createHmac } from 'node:crypto';
import { type Day, parseDay } from '#contract/days.ts';
import { type Language, languageBase } from '#contract/languages.ts';
import type { ClinicSlot } from '#contract/slot-offers.ts';
import { AppError } from '#platform/errors.ts';
import { isSameSecret } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import { formatTime, formatWeekdayAndDay } from '#server/i18n/days.ts';

/** A slot of a clinic. `time` is empty without intervals. */
export type Slot = { day: Day; time: string };

/**
 * A token is bound to one slot, and to a row of `closed_appointments`, `waiting_list` or
 * `unconfirmed_bookings`.
 */
export type OfferClaims = Slot & { purpose: 'move' | 'waiting-list' | 'book-again'; id: string };

const purposes = { m: 'move', w: 'waiting-list', b: 'book-again' } as const;

type LinkCore = { linkKeys: Pick<Core['linkKeys'], 'offers'> };

const sign = ({ linkKeys }: LinkCore, content: string): string =>
  createHmac('sha256', linkKeys.offers).update(content).digest('base64url').slice(0, 22);

/**
 * Issues the token in a link to a slot. The token is short, because text messages contain it. The row that it
 * names shows whether it was used or has expired.
 */
export function issueOfferToken(core: LinkCore, { purpose, id, day, time }: OfferClaims): string {
  const content = `${purpose[0]}.${id}.${day}.${time.replace(':', '')}`;
  return `${content}.${sign(core, content)}`;
}

/** @throws AppError not-found (404: not our token) */
export function readOfferToken(core: LinkCore, token: string): OfferClaims {
  const [, content = '', kind, id, date = '', digits = '', mac = ''] =
    /^(([mwb])\.([\w-]{1,64})\.([\d-]{10})\.(\d{4}|))\.([\w-]{22})$/.exec(token) ?? [];
  const day = parseDay(date);
  if (!day || !id || !isSameSecret(mac, sign(core, content))) throw new AppError('not-found');
  const time = digits && `${digits.slice(0, 2)}:${digits.slice(2)}`;
  return { purpose: purposes[kind as keyof typeof purposes], id, day, time };
}

export const toClinicSlot = ({ day, time }: Slot): ClinicSlot => ({ date: day, ...(time && { time }) });

/** Returns the link to a slot. The token is in the fragment, which browsers do not send to servers. */
export const offerLink = (
  core: Pick<Core, 'publicUrl' | 'linkKeys'>,
  claims: OfferClaims,
  language: Language,
): string => `${core.publicUrl}${languageBase[language]}/slot-offer#${issueOfferToken(core, claims)}`;

export const describeSlot = (language: Language, { day, time }: Slot): string =>
  `${formatWeekdayAndDay(language, day)}${time && `, ${formatTime(language, time)}`}`;
