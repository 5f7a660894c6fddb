import { type ClinicRule, countArrivalTimes, MAX_ARRIVAL_TIMES } from '#contract/clinic-rule.ts';

export const tooManyTimesMessage = `A day can have at most ${MAX_ARRIVAL_TIMES} arrival times, of all series together. Use longer intervals or shorter hours`;

/**
 * Whether a day would exceed the limit of arrival times. Series that exceeded it before may keep their
 * number.
 */
export const hasTooManyTimes = (rules: readonly ClinicRule[], before: readonly ClinicRule[]): boolean =>
  countArrivalTimes(rules) > Math.max(MAX_ARRIVAL_TIMES, countArrivalTimes(before));
