import { hash } from 'node:crypto';
import type { ClinicRule } from '#contract/clinic-rule.ts';

/**
 * Returns a key that is the same for equal rules, regardless of the order of their weekdays and exceptions.
 */
export const ruleKey = ({
  weekdays,
  from,
  until,
  opens,
  closes,
  intervalMinutes,
  slots,
  exceptions,
}: ClinicRule) =>
  JSON.stringify([
    ...[[...new Set(weekdays)].sort(), from, until, opens, closes, intervalMinutes, slots],
    [...new Set(exceptions)].sort(),
  ]);

/** Returns a hash that changes with the rule of a series. */
export const ruleRevision = (rule: ClinicRule): string => hash('sha256', ruleKey(rule), 'base64url');
