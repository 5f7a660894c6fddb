import { CenterFields, SeriesFields } from '#contract/center-administration.ts';
import { centerKey } from '#contract/center-key.ts';
import { clinicColumns, csvColumns, MAX_CSV_LINES } from '#contract/centers-csv.ts';
import type { ClinicRule } from '#contract/clinic-rule.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { visitFields } from '#contract/visit.ts';
import { toCsvText } from '#server/documents/csv.ts';
import {
  type DateOrder,
  describeUnclearDates,
  findDateOrder,
  toIsoDate,
  toTime,
} from '#server/documents/csv-dates.ts';
import { type LineError, parseFields, readCsvTable } from '#server/documents/csv-table.ts';
import type { CenterWithSeries } from '#server/features/centers/rules.ts';
import { readVisit } from '#server/features/centers/visit.ts';
import { ruleKey } from './rule-key.ts';

type Column = (typeof csvColumns)[number];
type Row = {
  line: number;
  has: (column: Column) => boolean;
  get: (column: Column) => string;
  order: DateOrder | undefined;
};
const isClinicColumn = (column: Column): boolean => clinicColumns.some((name) => name === column);

/** A center of a file. If `series` is empty, an existing center keeps its series. */
export type ImportedCenter = { line: number; fields: CenterFields; series: ClinicRule[] };
type ParsedCenter = ImportedCenter & { seriesLines: Map<string, number> };

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns centers and series as CSV. */
export const toCsv = (centers: readonly CenterWithSeries[]): string =>
  toCsvText([
    csvColumns,
    ...centers.flatMap(({ name, address, time_zone, map_url, notes, visit, series }) => {
      const center = [name, address, time_zone, map_url ?? '', notes ?? ''];
      const texts = readVisit({ visit });
      const rules: (ClinicRule | undefined)[] = series.length > 0 ? series : [undefined];
      return rules.map((rule) => [
        ...center,
        ...toCells(rule),
        ...visitFields.map((field) => texts[field] ?? ''),
      ]);
    }),
  ]);

function toCells(rule: ClinicRule | undefined): (string | number)[] {
  if (!rule) return clinicColumns.map(() => '');
  const weekdays = rule.weekdays.toSorted().map((weekday) => weekdayNames[weekday - 1]);
  return [
    weekdays.join(' '),
    ...[rule.from, rule.until ?? '', rule.opens, rule.closes],
    ...[rule.intervalMinutes ?? '', rule.slots, rule.exceptions.join(' ')],
  ];
}

/** Parses a file. If the file has errors, none of it may be imported. */
export function parseCenters(text: string): { centers: ImportedCenter[]; errors: LineError[] } {
  const { has, rows, errors } = readCsvTable(text, {
    columns: csvColumns,
    optional: visitFields,
    maxLines: MAX_CSV_LINES,
  });
  const centers = new Map<string, ParsedCenter>();
  const getFrom = (row: (typeof rows)[number]) => (column: Column) =>
    isClinicColumn(column) ? toAsciiDigits(row.get(column)) : row.get(column);
  const order = findDateOrder(rows.flatMap((row) => readDates(getFrom(row)).map(([, date]) => date)));
  for (const row of rows) {
    const { line, error } = row;
    const message = error ?? addRow(centers, { line, has, get: getFrom(row), order });
    if (message) errors.push({ line, message });
  }
  const parsed = [...centers.values()].map(({ line, fields, series }) => ({ line, fields, series }));
  return { centers: parsed, errors };
}

/** Adds a row to the centers. Returns an error message if the row is invalid. */
function addRow(centers: Map<string, ParsedCenter>, row: Row): string | undefined {
  const center = parseFields(CenterFields, readCenter(row), { columns: centerColumns });
  const hasSeries = clinicColumns.some((column) => row.get(column) !== '');
  const rule = hasSeries
    ? parseFields(SeriesFields, readSeries(row), {
        columns: seriesColumns,
        hints,
        found: describeUnclearDates(readDates(row.get), row.order),
      })
    : undefined;
  if (typeof center === 'string' || typeof rule === 'string')
    return [center, rule].filter((message) => typeof message === 'string').join('. ');
  const known = centers.get(centerKey(center.name));
  if (known && !isSame(known.fields, center))
    return `Use the same name, address and other texts of the center as in line ${known.line}`;
  const added: ParsedCenter = known ?? { line: row.line, fields: center, series: [], seriesLines: new Map() };
  const key = rule ? ruleKey(rule) : '';
  const repeated = added.seriesLines.get(key);
  if (repeated) return `This line repeats line ${repeated}`;
  centers.set(centerKey(center.name), added);
  added.seriesLines.set(key, row.line);
  if (rule) added.series.push(rule);
  return undefined;
}

const dateColumns = ['from', 'until', 'exceptions'] as const;

const readDates = (get: Row['get']): [Column, string][] =>
  dateColumns.flatMap((column) => splitWords(get(column)).map((date): [Column, string] => [column, date]));

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

const readCenter = ({ has, get }: Row) => ({
  name: get('name'),
  address: get('address'),
  timeZone: get('time zone'),
  ...(get('map link') && { mapUrl: get('map link') }),
  ...(get('notes') && { notes: get('notes') }),
  ...Object.fromEntries(visitFields.filter(has).map((field) => [field, get(field)])),
});

const readSeries = ({ get, order }: Row) => ({
  weekdays: splitWords(get('weekdays')).map(toWeekday),
  from: toIsoDate(get('from'), order),
  ...(get('until') && { until: toIsoDate(get('until'), order) }),
  opens: toTime(get('opens')),
  closes: toTime(get('closes')),
  ...(get('interval minutes') && { intervalMinutes: toNumber(get('interval minutes')) }),
  slots: toNumber(get('slots')),
  exceptions: splitWords(get('exceptions')).map((date) => toIsoDate(date, order)),
});

const splitWords = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');
const toWeekday = (word: string): number =>
  weekdayNames.findIndex((name) => name.toLowerCase() === word.slice(0, 3).toLowerCase()) + 1;
const toNumber = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

const centerColumns: Record<string, Column> = { timeZone: 'time zone', mapUrl: 'map link' };
const seriesColumns: Record<string, Column> = { intervalMinutes: 'interval minutes' };

/** Messages for values that the schema rejects by their type, without saying what to enter. */
const hints: Record<string, string> = {
  weekdays: 'Enter weekdays such as Mon Tue Wed',
  slots: 'Enter a whole number',
  intervalMinutes: 'Enter a whole number',
};
