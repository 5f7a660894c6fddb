import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 6;

/** The first lines of an error, and where it was thrown. Nothing when there is no text. */
export function reasonIn(error: string | undefined): { reason?: string } {
  const lines = stripVTControlCharacters(error ?? '')
    .split('\n')
    .map((line) => line.trim().slice(0, 300))
    .filter(Boolean);
  const stack = lines.findIndex((line) => line.startsWith('at '));
  const told = stack < 0 ? lines : lines.slice(0, stack);
  const where = lines.slice(told.length).find((line) => !/node_modules|\(?node:/.test(line));
  const reason = [...told.slice(0, MOST_LINES), ...(where ? [where] : [])].join('\n');
  return reason ? { reason } : {};
}
