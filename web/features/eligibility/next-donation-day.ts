import { add } from 'date-fns/add';
import { type Day, toDate, toDay } from '#contract/days.ts';
import { getFigure } from './rules.ts';

/** Weeks that the body needs to replace a donation, according to the rule for recent donations. */
export const weeksBetweenDonations = (): number => getFigure('donated-recently');

/**
 * Returns the first day on which a donor may probably give blood again, counted as the eligibility questions
 * count.
 */
export const nextDonationDay = (lastDonation: Day): Day =>
  toDay(add(toDate(lastDonation), { weeks: weeksBetweenDonations() }));
