import { type Language, locale } from '#contract/languages.ts';
import type { Month } from '#contract/months.ts';
import type { FigureName } from '#contract/staff-figures.ts';
import { translator } from '#server/i18n/translator.ts';

/** The texts of the CSV and PDF files. */
export function figureMessages(language: Language) {
  const i18n = translator(language);
  return {
    title: (month: Month) => i18n._('Figures for {month}', { month: formatMonth(language, month) }),
    month: i18n._('Month'),
    center: i18n._('Center'),
    day: i18n._('Day'),
    total: i18n._('Total'),
    otherCenters: i18n._('Other centers'),
    byCenter: i18n._('By center'),
    byDay: i18n._('By day'),
    page: i18n._('Page'),
    explanation: i18n._(
      'Booked: all appointments that were not canceled. Arrived: the donor came, with any outcome. Canceled late: on the day of the appointment or the day before; these are not among those booked. Over capacity: came without an appointment when no place was left; these are among those booked.',
    ),
    none: i18n._('There are no appointments in this month.'),
    figures: {
      booked: i18n._('Booked'),
      arrived: i18n._('Arrived'),
      gave: i18n._('Gave blood'),
      deferred: i18n._('Deferred'),
      notGiven: i18n._('Not given'),
      noShow: i18n._('Did not come'),
      lateCanceled: i18n._('Canceled late'),
      overCapacity: i18n._('Over capacity'),
    } satisfies Record<FigureName, string>,
  };
}

/** Formats a month: `November 2026`. */
const formatMonth = (language: Language, month: Month): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale[language], {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
