import type * as z from 'zod/mini';
import { isStorableText } from '#platform/text.ts';
import { type CsvRow, parseCsvText } from './csv.ts';

export type LineError = { line: number; message: string };

/** A row of a file that people made. `get` returns a trimmed value, or '' without this column. */
export type TableRow<Column> = { line: number; get: (column: Column) => string; error?: string };

export type CsvTable<Column> = {
  has: (column: Column) => boolean;
  /** Empty rows are omitted. A row with an `error` cannot be used. */
  rows: TableRow<Column>[];
  /** An error of the whole file, which then has no rows. */
  errors: LineError[];
};

type Format<Column> = {
  columns: readonly Column[];
  optional: readonly Column[];
  /** Without the header. */
  maxLines: number;
};

/** Reads a CSV file whose first line names the columns, in any order. */
export function readCsvTable<Column extends string>(text: string, format: Format<Column>): CsvTable<Column> {
  const failed = (error: LineError) => ({ has: () => false, rows: [], errors: [error] });
  const parsed = parseCsvText(text);
  if (!parsed)
    return failed({ line: 1, message: 'Remove the empty lines, and import the rest from other files' });
  const [header, ...rows] = parsed;
  const headerError = checkHeader(header, format);
  if (headerError) return failed({ line: header?.line ?? 1, message: headerError });
  const { maxLines } = format;
  const tooLong = rows[maxLines];
  if (tooLong) {
    const message = `Use at most ${maxLines} lines after the header. Import the rest from another file`;
    return failed({ line: tooLong.line, message });
  }
  const names = (header as CsvRow).values.map(normalize);
  return {
    has: (column) => names.includes(column),
    rows: rows.map((row) => {
      const error = checkRow(row, names.length);
      const get = (column: Column) => row.values[names.indexOf(column)]?.trim() ?? '';
      return { line: row.line, get, ...(error && { error }) };
    }),
    errors: [],
  };
}

/** A spreadsheet may have more columns than it uses. */
const MAX_COLUMNS = 100;

const normalize = (name: string): string => name.trim().toLowerCase();

function checkHeader<Column extends string>(
  header: CsvRow | undefined,
  { columns, optional }: Format<Column>,
): string | undefined {
  const quoteError = header && describeQuoteError(header);
  if (quoteError) return quoteError;
  if (!header) return `The file is empty. Its first line names the columns: ${columns.join(', ')}`;
  if (header.values.length > MAX_COLUMNS) return `Use at most ${MAX_COLUMNS} columns`;
  const names = header.values.map(normalize).filter((name) => name !== '');
  const unknown = names.filter((name) => !columns.some((column) => column === name));
  if (unknown.length > 0)
    return `Unknown column: ${unknown[0]?.slice(0, 60)}. The columns are: ${columns.join(', ')}`;
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) return `Use the column only once: ${repeated}`;
  const missing = columns.filter((column) => !names.includes(column) && !optional.includes(column));
  return missing.length > 0 ? `Add the missing column: ${missing[0]}` : undefined;
}

const describeQuoteError = ({ quoteError }: CsvRow): string | undefined =>
  quoteError &&
  { unclosed: 'Close the quote in this line', 'text-after': 'Remove the text after a closing quote' }[
    quoteError
  ];

function checkRow(row: CsvRow, columnCount: number): string | undefined {
  const quoteError = describeQuoteError(row);
  if (quoteError) return quoteError;
  if (row.values.slice(columnCount).some((value) => value.trim() !== ''))
    return 'This line has more values than the header';
  if (!row.values.every(isStorableText)) return 'Remove invisible characters';
  if (row.values.some((value) => value.includes('\uFFFD')))
    return 'Some letters were lost when this file was saved. Correct them, and save it as CSV UTF-8';
  return undefined;
}

type FieldTexts = {
  /** Names of columns that differ from those of the fields. */
  columns?: Partial<Record<string, string>>;
  /** Messages for values that the schema rejects by their type, without saying what to enter. */
  hints?: Partial<Record<string, string>>;
  /** Messages that replace those of the schema. */
  found?: Partial<Record<string, string>>;
};

/**
 * Returns the parsed fields, or one error for each column: `weekdays: Choose at least one weekday. slots:
 * ...`
 */
export function parseFields<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  { columns = {}, hints = {}, found = {} }: FieldTexts = {},
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
