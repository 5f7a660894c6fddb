import type { Day } from '#contract/days.ts';
import { type Language, locale } from '#contract/languages.ts';
import type { Month } from '#contract/months.ts';
import { type Figures, figureNames, type MonthlyFigures } from '#contract/staff-figures.ts';
import { pdfLayout } from '#server/documents/pdf-layout.ts';
import type { PdfDocument } from '#server/documents/pdf-renderer.ts';
import { formatDay } from '#server/i18n/days.ts';
import { figureMessages } from './messages.ts';

/** Returns the figures as a PDF with a table of centers and one of days. Days without any appointment are left out. */
export function toDocument(report: MonthlyFigures, language: Language): PdfDocument {
  const messages = figureMessages(language);
  const toCells = (counts: Figures) =>
    figureNames.map((name) => counts[name].toLocaleString(locale[language]));
  const isUsed = (counts: Figures) => figureNames.some((name) => counts[name] > 0);
  const table = (heading: string, label: string, rows: readonly (readonly [string, Figures])[]) => ({
    heading,
    columns: [label, ...figureNames.map((name) => messages.figures[name])],
    rows: rows.map(([name, counts]) => [name, ...toCells(counts)]),
  });
  const { centers, otherCenters, days, totals } = report;
  const centerRows = [
    ...centers.map((center) => [center.name, center] as const),
    ...(otherCenters ? [[messages.otherCenters, otherCenters] as const] : []),
    [messages.total, totals] as const,
  ];
  const dayRows = days.filter(isUsed).map((each) => [formatDay(language, each.day as Day), each] as const);
  const tables = [
    table(messages.byCenter, messages.center, centerRows),
    table(messages.byDay, messages.day, dayRows),
  ];
  return {
    template,
    data: {
      language,
      title: messages.title(report.month as Month),
      page: messages.page,
      explanation: messages.explanation,
      none: messages.none,
      tables: centers.length > 0 || otherCenters ? tables : [],
    },
  };
}

const template = `${pdfLayout}
#text(fill: gray, data.explanation)

#if data.tables.len() == 0 [#strong(data.none)]
#set text(size: 8.5pt)
#for each in data.tables [
  == #each.heading
  #table(
    columns: (2fr, ..(each.columns.len() - 1) * (1fr,)),
    align: (x, y) => if x == 0 { left + top } else { right + top },
    table.header(repeat: true, ..each.columns),
    ..each.rows.flatten().map(text => breakable(text))
  )
]
`;
