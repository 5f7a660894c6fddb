import type { Language } from '#contract/languages.ts';
import type { Month } from '#contract/months.ts';
import { type Figures, figureNames, type MonthlyFigures } from '#contract/staff-figures.ts';
import { toCsvText } from '#server/documents/csv.ts';
import { figureMessages } from './messages.ts';

/** Returns the figures as CSV: a row for the month, one for each center, and one for each day. */
export function toCsv(report: MonthlyFigures, language: Language): string {
  const { month, center, day, total, otherCenters, figures } = figureMessages(language);
  const row = (centerName: string, day: string, counts: Figures) => [
    report.month as Month,
    centerName,
    day,
    ...figureNames.map((name) => counts[name]),
  ];
  return toCsvText([
    [month, center, day, ...figureNames.map((name) => figures[name])],
    row(total, '', report.totals),
    ...report.centers.map(({ name, ...counts }) => row(name, '', counts)),
    ...(report.otherCenters ? [row(otherCenters, '', report.otherCenters)] : []),
    ...report.days.map(({ day, ...counts }) => row(total, day, counts)),
  ]);
}
