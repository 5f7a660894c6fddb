import type { CheckedCard } from './check-card.ts';
import { testCards, testNames } from './test-cards.ts';

/** The test card that `pm_card_visa` or, as a token, `tok_visa` stands for; nothing for another name. */
export function namedCard(prefix: 'pm_card_' | 'tok_', name: string, now: number): CheckedCard | undefined {
  if (!name.startsWith(prefix)) return undefined;
  // Most refusals are written with `visa_` before them, or without.
  const key = name.slice(prefix.length).replace(/^visa_(?=chargeDeclined)/, '');
  const number = Object.hasOwn(testNames, key) ? testNames[key] : undefined;
  const card = number === undefined ? undefined : testCards[number];
  if (!number || !card) return undefined;
  const today = new Date(now);
  return {
    ...card,
    last4: number.slice(-4),
    expMonth: today.getUTCMonth() + 1,
    expYear: today.getUTCFullYear() + 1,
  };
}
