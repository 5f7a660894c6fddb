import type { Day } from '#contract/days.ts';
import { countByYear } from '#contract/donations.ts';
import type { Language } from '#contract/languages.ts';
import { formatDay } from '#server/i18n/days.ts';
import { donationMessages, plainNumber } from './messages.ts';
import type { Donation } from './past.ts';

/** The content of the PDF, which template.ts lays out. */
export type DonationsDocument = {
  language: Language;
  title: string;
  account: string;
  email: string;
  asOf: string;
  total: string;
  explanation: string;
  byYear: string;
  list: string;
  page: string;
  /** Year, number of appointments, and that number as a share of the highest. */
  years: { year: string; count: string; share: number }[];
  yearColumns: [string, string];
  columns: string[];
  rows: string[][];
};

type DocumentOptions = { email: string; today: Day; language: Language };

export function toDocument(
  donations: readonly Donation[],
  { email, today, language }: DocumentOptions,
): DonationsDocument {
  const messages = donationMessages(language);
  const years = countByYear(donations.map(({ day }) => day));
  const maxCount = Math.max(...years.map(({ count }) => count));
  const hasResults = donations.some((donation) => messages.resultOf(donation) !== '');
  const rows = donations.map((donation) => [
    formatDay(language, donation.day),
    donation.center,
    donation.bloodGroup,
    donation.name,
    messages.paymentOf(donation),
    ...(hasResults ? [messages.resultOf(donation)] : []),
  ]);
  const isPrintable = rows.flat().every((text) => supportedCharacters.test(text));
  return {
    language,
    title: messages.title,
    account: messages.account,
    email,
    asOf: messages.asOf(formatDay(language, today)),
    total: rows.length === 0 ? messages.none : messages.total(plainNumber(language, rows.length)),
    explanation: isPrintable ? messages.explanation : `${messages.explanation} ${messages.notPrintable}`,
    byYear: messages.byYear,
    list: messages.list,
    page: messages.page,
    years: years.map(({ year, count }) => ({
      year: plainNumber(language, Number(year)),
      count: plainNumber(language, count),
      share: count / maxCount,
    })),
    yearColumns: [messages.year, messages.count],
    columns: [
      messages.date,
      messages.center,
      messages.bloodGroup,
      messages.name,
      messages.serviceCharge,
      ...(hasResults ? [messages.result] : []),
    ],
    rows,
  };
}

/** The characters that our font contains: Latin, Bengali and punctuation. */
const supportedCharacters =
  /^[ -~\u00a0-\u017f\u0218-\u021b\u02bc\u0964\u0965\u0980-\u09fe\u200b-\u200d\u2010-\u2026\u20ac]*$/;
