import { stringify } from 'csv-stringify/sync';
import type { Language } from '#contract/languages.ts';
import { donationMessages } from './messages.ts';
import type { Donation } from './past.ts';

/**
 * Returns the appointments as CSV for spreadsheets: UTF-8 with a byte order mark, which Excel needs for Bengali, and
 * ISO dates. User input is escaped so that it is never evaluated as a formula.
 */
export function toCsv(donations: readonly Donation[], language: Language): string {
  const { year, date, center, bloodGroup, name, serviceCharge, paymentStatuses } = donationMessages(language);
  const rows = donations.map((donation) => [
    donation.day.slice(0, 4),
    donation.day,
    donation.center,
    donation.bloodGroup,
    donation.name,
    paymentStatuses[donation.payment],
  ]);
  return stringify([[year, date, center, bloodGroup, name, serviceCharge], ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    // The default quotes only `\r\n`, not a single `\r` or `\n`.
    quoted_match: /[\r\n]/,
  });
}
