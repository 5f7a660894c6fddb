import { add } from 'date-fns/add';
import { type Day, toDate, toDay } from '#contract/days.ts';
import { longestWait } from '#contract/donation-waits.ts';
import { getFigure, siteWaits } from './rules.ts';

/** Days that the body needs to replace a donation: the longest wait, because records name no sex. */
function daysBetweenDonations(): number {
  const waits = siteWaits();
  return waits ? longestWait(waits) : 7 * getFigure('donated-recently');
}

export const weeksBetweenDonations = (): number => Math.ceil(daysBetweenDonations() / 7);

/**
 * Returns the first day on which a donor may probably give blood again, counted as the eligibility questions
 * count.
 */
export const nextDonationDay = (lastDonation: Day): Day =>
  toDay(add(toDate(lastDonation), { days: daysBetweenDonations() }));
