import { stringify } from 'csv-stringify/sync';

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
