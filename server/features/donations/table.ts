import type { Language } from '#contract/languages.ts';
import { toCsvText } from '#server/documents/csv.ts';
import { donationMessages } from './messages.ts';
import type { Donation } from './past.ts';

/**
 * Returns the appointments as CSV, with ISO dates. The column with the payments is left out if no appointment
 * cost anything.
 */
export function toCsv(donations: readonly Donation[], language: Language): string {
  const { year, date, center, bloodGroup, name, serviceCharge, paymentOf, result, resultOf } =
    donationMessages(language);
  const hasPayments = donations.length === 0 || donations.some(({ payment }) => payment !== 'none');
  const payments = (cell: string) => (hasPayments ? [cell] : []);
  const rows = donations.map((donation) => [
    donation.day.slice(0, 4),
    donation.day,
    donation.center,
    donation.bloodGroup,
    donation.name,
    ...payments(paymentOf(donation)),
    resultOf(donation),
  ]);
  return toCsvText([[year, date, center, bloodGroup, name, ...payments(serviceCharge), result], ...rows]);
}
