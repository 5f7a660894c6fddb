import type { Day } from '#contract/days.ts';
import type { Donation } from '../past.ts';

/** Returns a past appointment with default values. */
export const donation = (changes: Partial<Omit<Donation, 'day'>> & { day?: string } = {}): Donation => ({
  center: 'Dhaka Medical College',
  bloodGroup: 'B+',
  name: 'Rahima Khatun',
  payment: 'paid',
  partialRefund: undefined,
  status: 'booked',
  cancellationReason: null,
  deferredUntil: null,
  isImported: false,
  ...changes,
  day: (changes.day ?? '2025-11-21') as Day,
});
