import { stringify } from 'csv-stringify/sync';
import type { Language } from '#contract/languages.ts';
import { donationMessages } from './messages.ts';
import type { Donation } from './past.ts';

/**
 * As a spreadsheet reads it: UTF-8 with its mark, since Excel would take Bengali for something else, and days as
 * `2026-11-21`, which every one of them knows. What somebody typed is never taken for a formula.
 */
export function toCsv(donations: readonly Donation[], language: Language): string {
  const { year, date, center, bloodGroup, name, charge, charges } = donationMessages(language);
  const rows = donations.map((each) => [
    each.day.slice(0, 4),
    each.day,
    each.center,
    each.bloodGroup,
    each.name,
    charges[each.charge],
  ]);
  return stringify([[year, date, center, bloodGroup, name, charge], ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    // By itself it quotes the two together only.
    quoted_match: /[\r\n]/,
  });
}
