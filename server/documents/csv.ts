import { stringify } from 'csv-stringify/sync';
import Papa from 'papaparse';

/**
 * Returns rows as CSV for spreadsheets: UTF-8 with a byte order mark, which Excel needs for Bengali. User input is escaped
 * so that it is never evaluated as a formula.
 */
export const toCsvText = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      bom: true,
      escape_formulas: true,
      record_delimiter: 'windows',
      // The default quotes only `\r\n`, not a single `\r` or `\n`.
      quoted_match: /[\r\n]/,
    },
  );

export type CsvRow = { line: number; values: string[] };

const unescapeFormula = (value: string): string => (/^'[=+\-@\t\r]/.test(value) ? value.slice(1) : value);

/** Parses CSV with commas, semicolons or tabs. `line` is where a row begins, from 1. Removes the escape of formulas. */
export function parseCsvText(text: string): CsvRow[] {
  const content = text.replace(/^\uFEFF/, '');
  const rows: CsvRow[] = [];
  let [line, start] = [1, 0];
  Papa.parse<string[]>(content, {
    delimitersToGuess: [',', ';', '\t'],
    step({ data, meta: { cursor } }) {
      if (data.some((value) => value.trim() !== '')) rows.push({ line, values: data.map(unescapeFormula) });
      line += content.slice(start, cursor).match(/\r\n|\r|\n/g)?.length ?? 0;
      start = cursor;
    },
  });
  return rows;
}
