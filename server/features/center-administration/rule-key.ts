import { hash } from 'node:crypto';
import type { ClinicRule } from '#contract/clinic-rule.ts';

/** Returns what equal rules have in common, in whatever order their days are. */
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

/** Returns what changes with the rule of a series. */
export const revisionOf = (rule: ClinicRule): string => hash('sha256', ruleKey(rule), 'base64url');
