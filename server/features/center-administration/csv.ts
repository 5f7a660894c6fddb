import type * as z from 'zod/mini';
import { CenterFields, SeriesFields } from '#contract/center-administration.ts';
import { centerKey } from '#contract/center-key.ts';
import { clinicColumns, csvColumns, MAX_CSV_LINES } from '#contract/centers-csv.ts';
import type { ClinicRule } from '#contract/clinic-rule.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { visitFields } from '#contract/visit.ts';
import { isStorableText } from '#platform/text.ts';
import { type CsvRow, parseCsvText, toCsvText } from '#server/documents/csv.ts';
import type { CenterWithSeries } from '#server/features/centers/rules.ts';
import { readVisit } from '#server/features/centers/visit.ts';
import { type DateOrder, findDateOrder, findPossibleDates, toIsoDate, toTime } from './csv-dates.ts';
import { ruleKey } from './rule-key.ts';

type Column = (typeof csvColumns)[number];
type Row = {
  line: number;
  has: (column: Column) => boolean;
  get: (column: Column) => string;
  order: DateOrder | undefined;
};
const isClinicColumn = (column: Column): boolean => clinicColumns.some((name) => name === column);

export type LineError = { line: number; message: string };
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
  const [header, ...rows] = parseCsvText(text);
  const headerError = checkHeader(header);
  if (headerError) return { centers: [], errors: [{ line: header?.line ?? 1, message: headerError }] };
  const tooLong = rows[MAX_CSV_LINES];
  if (tooLong) {
    const message = `Use at most ${MAX_CSV_LINES} lines after the header. Import the rest from another file`;
    return { centers: [], errors: [{ line: tooLong.line, message }] };
  }
  const names = (header as CsvRow).values.map(normalize);
  const centers = new Map<string, ParsedCenter>();
  const errors: LineError[] = [];
  const getFrom =
    ({ values }: CsvRow) =>
    (column: Column) => {
      const text = values[names.indexOf(column)]?.trim() ?? '';
      return isClinicColumn(column) ? toAsciiDigits(text) : text;
    };
  const has = (column: Column) => names.includes(column);
  const order = findDateOrder(rows.flatMap((row) => readDates(getFrom(row)).map(([, date]) => date)));
  for (const row of rows) {
    const { line } = row;
    const message =
      checkValues(row, names.length) ?? addRow(centers, { line, has, get: getFrom(row), order });
    if (message) errors.push({ line, message });
  }
  const parsed = [...centers.values()].map(({ line, fields, series }) => ({ line, fields, series }));
  return { centers: parsed, errors };
}

const normalize = (name: string): string => name.trim().toLowerCase();

function checkHeader(header: CsvRow | undefined): string | undefined {
  const quoteError = header && describeQuoteError(header);
  if (quoteError) return quoteError;
  if (!header) return `The file is empty. Its first line names the columns: ${csvColumns.join(', ')}`;
  const names = header.values.map(normalize).filter((name) => name !== '');
  const unknown = names.filter((name) => !csvColumns.some((column) => column === name));
  if (unknown.length > 0) return `Unknown column: ${unknown[0]}. The columns are: ${csvColumns.join(', ')}`;
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) return `Use the column only once: ${repeated}`;
  const isOptional = (column: Column) => visitFields.some((field) => field === column);
  const missing = csvColumns.filter((column) => !names.includes(column) && !isOptional(column));
  return missing.length > 0 ? `Add the missing column: ${missing[0]}` : undefined;
}

const describeQuoteError = ({ quoteError }: CsvRow): string | undefined =>
  quoteError &&
  { unclosed: 'Close the quote in this line', 'text-after': 'Remove the text after a closing quote' }[
    quoteError
  ];

function checkValues(row: CsvRow, columnCount: number): string | undefined {
  const hasMore = row.values.slice(columnCount).some((value) => value.trim() !== '');
  return describeQuoteError(row) ?? (hasMore ? 'This line has more values than the header' : undefined);
}

/** Adds a row to the centers. Returns an error message if the row is invalid. */
function addRow(centers: Map<string, ParsedCenter>, row: Row): string | undefined {
  if (!csvColumns.every((column) => isStorableText(row.get(column)))) return 'Remove invisible characters';
  if (csvColumns.some((column) => row.get(column).includes('\uFFFD')))
    return 'Some letters were lost when this file was saved. Correct them, and save it as CSV UTF-8';
  const center = parseFields(CenterFields, readCenter(row), centerColumns);
  const hasSeries = clinicColumns.some((column) => row.get(column) !== '');
  const rule = hasSeries
    ? parseFields(SeriesFields, readSeries(row), seriesColumns, describeUnclearDates(row))
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

/** Returns an error for each column with an ambiguous date. */
const describeUnclearDates = ({ get, order }: Row): Partial<Record<string, string>> =>
  Object.fromEntries(
    readDates(get).flatMap(([column, date]) => {
      const meanings = findPossibleDates(date, order);
      return meanings ? [[column, `${date} may be ${meanings.join(' or ')}, so write it in this form`]] : [];
    }),
  );

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

/**
 * Returns the parsed fields, or one error for each column: `weekdays: Choose at least one weekday. slots:
 * ...`
 */
function parseFields<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  columns: Record<string, Column>,
  found: Partial<Record<string, string>> = {},
): z.output<S> | string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '');
    const hint = message.startsWith('Invalid input') || path.length > 1 ? hints[field] : undefined;
    if (!errors.has(field))
      errors.set(field, `${columns[field] ?? field}: ${found[field] ?? hint ?? message}`);
  }
  return [...errors.values()].join('. ');
}
