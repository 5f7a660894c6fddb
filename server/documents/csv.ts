import Papa from 'papaparse';

/**
 * Matches text that a spreadsheet evaluates as a formula, or that looks escaped already, because parsing
 * removes one apostrophe.
 */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/**
 * Returns rows as CSV for spreadsheets: UTF-8 with a byte order mark, which Excel needs for Bengali. User
 * input is escaped so that it is never evaluated as a formula.
 */
export const toCsvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${Papa.unparse(rows as (string | number)[][], { escapeFormulae: formula })}\r\n`;

const unescapeFormula = (value: string): string =>
  value.startsWith("'") && formula.test(value) ? value.slice(1) : value;

/**
 * `quoteError`: a quoted value has no closing quote, or is followed by text. `values` may then span several
 * rows.
 */
export type CsvRow = { line: number; values: string[]; quoteError?: 'unclosed' | 'text-after' };

/**
 * Returns the most frequent delimiter of the first line, because column names contain none but values may.
 */
function findDelimiter(content: string): string {
  const [, names = ''] = /^\s*(.*)/.exec(content) ?? [];
  return [',', ';', '\t'].reduce((best, separator) =>
    names.split(separator).length > names.split(best).length ? separator : best,
  );
}

/** Matches a first line in which Excel names the delimiter, such as `sep=;`. */
const separatorLine = /^sep=([,;\t])[,;\t]*(?:\r\n|\r|\n)/i;

/** Including empty rows, of which spreadsheets add many at the end. */
const MAX_ROWS = 50_000;

/**
 * Parses CSV with commas, semicolons or tabs. `line` is the line on which a row begins, from 1. Omits empty
 * rows, and removes the escape of formulas. Returns undefined if the text has more than 50,000 rows.
 */
export function parseCsvText(text: string): CsvRow[] | undefined {
  const unmarked = text.replace(/^\uFEFF/, '');
  const [firstLine = '', separator] = separatorLine.exec(unmarked) ?? [];
  const content = unmarked.slice(firstLine.length);
  const rows: CsvRow[] = [];
  let [line, start, count] = [firstLine ? 2 : 1, 0, 0];
  Papa.parse<string[]>(content, {
    delimiter: separator ?? findDelimiter,
    step({ data, errors, meta: { cursor } }, parser) {
      count += 1;
      if (count > MAX_ROWS) return parser.abort();
      const quotes = errors.find(({ type }) => type === 'Quotes');
      const row = { line, values: data.map(unescapeFormula) };
      if (quotes)
        rows.push({ ...row, quoteError: quotes.code === 'MissingQuotes' ? 'unclosed' : 'text-after' });
      else if (data.some((value) => value.trim() !== '')) rows.push(row);
      line += content.slice(start, cursor).match(/\r\n|\r|\n/g)?.length ?? 0;
      start = cursor;
    },
  });
  return count > MAX_ROWS ? undefined : rows;
}
