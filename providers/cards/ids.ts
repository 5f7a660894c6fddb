import { randomBytes } from 'node:crypto';

/** `pi_...`, as Stripe writes ids: 192 random bits in letters and digits. */
export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;
