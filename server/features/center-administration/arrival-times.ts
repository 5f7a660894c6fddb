import { type ClinicRule, countArrivalTimes, MAX_ARRIVAL_TIMES } from '#contract/clinic-rule.ts';

export const tooManyTimesMessage = `A day can have at most ${MAX_ARRIVAL_TIMES} arrival times, of all series together. Use longer intervals or shorter hours`;

/**
 * Whether a change makes a day exceed the limit of arrival times. A center that already exceeds it may keep
 * its number.
 */
export const hasTooManyTimes = (rules: readonly ClinicRule[], before: readonly ClinicRule[]): boolean =>
  countArrivalTimes(rules) > Math.max(MAX_ARRIVAL_TIMES, countArrivalTimes(before));
