const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Formats `4242424242424242` as `4242 4242 4242 4242`, and American Express numbers in groups of 4-6-5. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? /^(\d{4})(\d{1,6})?(\d{1,5})?/ : undefined;
  const parts = groups?.exec(digits.slice(0, 15))?.slice(1) ?? digits.match(/.{1,4}/g) ?? [digits];
  return parts.filter(Boolean).join(' ');
}

/** Formats `1226`, `12/2026` and `2026-12` as `12 / 26`. A first digit above 1 is a one-digit month. */
export function formatExpiry(text: string): string {
  const iso = /^\s*(\d{4})-(\d{1,2})\s*$/.exec(text);
  if (iso) return formatExpiry(`${iso[2]}/${iso[1]}`);
  const split = /^\s*(\d{1,2})\s*\/(.*)$/.exec(text);
  const digits = digitsOf(text).replace(/^([2-9])/, '0$1');
  const month = split?.[1]?.padStart(2, '0') ?? digits.slice(0, 2);
  const year = shortYear(split ? digitsOf(split[2] ?? '') : digits.slice(2));
  return split || year ? `${month} / ${year}`.trimEnd() : month;
}

/**
 * Returns the last two digits of a four-digit year. An incomplete year such as `202` is kept, so that typing
 * 2026 does not leave 20.
 */
function shortYear(digits: string): string {
  if (/^20\d\d/.test(digits)) return digits.slice(2, 4);
  return /^20\d$/.test(digits) ? digits : digits.slice(0, 2);
}

export const formatCvc = (text: string): string => digitsOf(text).slice(0, 4);

/** Returns the month and four-digit year in the provider's format, or undefined when incomplete. */
export function readExpiry(text: string): { month: string; year: string } | undefined {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(text) ?? [];
  return month && year ? { month, year: `20${year}` } : undefined;
}

/** Returns the caret position after formatting, so that the same number of digits precedes it. */
export function caretPosition(formatted: string, digitsBefore: number): number {
  if (digitsBefore === 0) return 0;
  let digits = 0;
  for (const [index, character] of [...formatted].entries()) {
    if (/\d/.test(character)) digits += 1;
    if (digits === digitsBefore) return index + 1;
  }
  return formatted.length;
}
