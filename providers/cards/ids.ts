import { randomBytes } from 'node:crypto';

/** `pi_...`, as Stripe writes ids: 192 random bits in letters and digits. */
export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;

/** One that sorts by its instant, within that by `place`, and ends in 128 random bits. */
export function newOrderedId(prefix: string, now: number, place: number): string {
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
  return `${prefix}_${hex(now, 12)}${hex(place % 0x10000, 4)}${randomBytes(16).toString('hex')}`;
}
