import { hours, minutes, seconds } from '#platform/time.ts';

/** The reconciler's first look at an open charge, and its shortest pause. */
export const FIRST_LOOK = seconds(15);
/** The longest pause between two looks, which a charge that is given up after a day does not reach. */
const MAX_PAUSE = hours(12);

/**
 * How long to wait until the next look at an open charge that the payer's page showed `age` ms ago: every 15 s in the
 * first half minute, then half of the age. A day of an abandoned charge is 21 reads.
 */
export const pauseUntilLook = (age: number): number =>
  Math.min(MAX_PAUSE, Math.max(FIRST_LOOK, Math.floor(age / 2)));

const SANDBOX_PAUSE = seconds(5);
const MIN_PAUSE = minutes(1);
const MAX_EVENTS_PAUSE = hours(1);

/**
 * How long to wait until the list of events is read again. The sandbox is ours and has no limit. Stripe's is read every
 * hour where webhooks arrive, else a quarter of the time since the last activity, between a minute and an hour.
 */
export function pauseUntilEvents(given: {
  provider: 'sandbox' | 'stripe';
  webhooksArrive: boolean;
  /** In ms since the last payment page or event. */
  inactivity: number;
}): number {
  if (given.provider === 'sandbox') return SANDBOX_PAUSE;
  if (given.webhooksArrive) return MAX_EVENTS_PAUSE;
  return Math.min(MAX_EVENTS_PAUSE, Math.max(MIN_PAUSE, Math.floor(given.inactivity / 4)));
}

/** How long to wait after the list could not be read, or an event in it not handled, so many times in a row. */
export const pauseAfterFailure = (provider: 'sandbox' | 'stripe', failures: number): number =>
  provider === 'sandbox' ? SANDBOX_PAUSE : Math.min(MAX_EVENTS_PAUSE, MIN_PAUSE * 2 ** (failures - 1));
