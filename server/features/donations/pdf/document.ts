import type { Day } from '#contract/days.ts';
import { countByYear } from '#contract/donations.ts';
import type { Language } from '#contract/languages.ts';
import { formatDay } from '#server/i18n/days.ts';
import { donationMessages, plainNumber } from '../messages.ts';
import type { Donation } from '../past.ts';

/** The content of the PDF, which template.ts lays out. */
export type DonationsDocument = {
  language: Language;
  title: string;
  account: string;
  email: string;
  asOf: string;
  inAll: string;
  explained: string;
  byYear: string;
  list: string;
  page: string;
  /** Year, number of appointments, and that number as a share of the highest. */
  years: { year: string; count: string; share: number }[];
  yearColumns: [string, string];
  columns: string[];
  rows: string[][];
};

type About = { email: string; today: Day; language: Language };

export function toDocument(
  donations: readonly Donation[],
  { email, today, language }: About,
): DonationsDocument {
  const say = donationMessages(language);
  const years = countByYear(donations.map(({ day }) => day));
  const most = Math.max(...years.map(({ count }) => count));
  const rows = donations.map((each) => [
    formatDay(language, each.day),
    each.center,
    each.bloodGroup,
    each.name,
    say.charges[each.charge],
  ]);
  const printable = rows.flat().every((text) => signs.test(text));
  return {
    language,
    title: say.title,
    account: say.account,
    email,
    asOf: say.asOf(formatDay(language, today)),
    inAll: rows.length === 0 ? say.none : say.inAll(plainNumber(language, rows.length)),
    explained: printable ? say.explained : `${say.explained} ${say.notPrintable}`,
    byYear: say.byYear,
    list: say.list,
    page: say.page,
    years: years.map(({ year, count }) => ({
      year: plainNumber(language, Number(year)),
      count: plainNumber(language, count),
      share: count / most,
    })),
    yearColumns: [say.year, say.count],
    columns: [say.date, say.center, say.bloodGroup, say.name, say.charge],
    rows,
  };
}

/** The characters that our font contains: Latin, Bengali and punctuation. */
const signs =
  /^[ -~\u00a0-\u017f\u0218-\u021b\u02bc\u0964\u0965\u0980-\u09fe\u200b-\u200d\u2010-\u2026\u20ac]*$/;
