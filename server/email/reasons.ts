import { getTranslator } from '#server/i18n/translator.ts';
import { neutralizeLinks } from './neutralize-links.ts';
import type { Reader } from './reader.ts';

// Why a reader receives an email, for the kinds that several features send.

export function bookingReason({ language }: Reader, center: string): string {
  const i18n = getTranslator(language);
  const name = neutralizeLinks(center);
  return i18n._('You received this email because you booked an appointment at {name}.', { name });
}

export function waitingListReason({ language }: Reader, center: string): string {
  const i18n = getTranslator(language);
  const name = neutralizeLinks(center);
  return i18n._('You received this email because you are on the waiting list at {name}.', { name });
}
