import { type ClinicRule, countArrivalTimes, MAX_ARRIVAL_TIMES } from '#contract/clinic-rule.ts';

export const tooManyTimesMessage = `A day can have at most ${MAX_ARRIVAL_TIMES} arrival times, of all series together. Use longer intervals or shorter hours`;

/**
 * Returns whether a change makes a day exceed the limit of arrival times. A center that already exceeds the
 * limit may keep its number of arrival times.
 */
export const hasTooManyTimes = (rules: readonly ClinicRule[], before: readonly ClinicRule[]): boolean =>
  countArrivalTimes(rules) > Math.max(MAX_ARRIVAL_TIMES, countArrivalTimes(before));
