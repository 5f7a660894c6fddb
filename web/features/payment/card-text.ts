const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** `4242424242424242` as `4242 4242 4242 4242`; American Express numbers as 4-6-5. */
export function groupCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? /^(\d{4})(\d{1,6})?(\d{1,5})?/ : undefined;
  const parts = groups?.exec(digits.slice(0, 15))?.slice(1) ?? digits.match(/.{1,4}/g) ?? [digits];
  return parts.filter(Boolean).join(' ');
}

/** `1226`, `12/2026` and `2026-12` as `12 / 26`; a first digit above 1 is a month of its own. */
export function groupExpiry(text: string): string {
  const iso = /^\s*(\d{4})-(\d{1,2})\s*$/.exec(text);
  if (iso) return groupExpiry(`${iso[2]}/${iso[1]}`);
  const split = /^\s*(\d{1,2})\s*\/(.*)$/.exec(text);
  const digits = digitsOf(text).replace(/^([2-9])/, '0$1');
  const month = split?.[1]?.padStart(2, '0') ?? digits.slice(0, 2);
  const year = shortYear(split ? digitsOf(split[2] ?? '') : digits.slice(2));
  return split || year ? `${month} / ${year}`.trimEnd() : month;
}

/** Two digits; a century that is being typed stands until it is whole, so that 2026 does not become 20. */
function shortYear(digits: string): string {
  if (/^20\d\d/.test(digits)) return digits.slice(2, 4);
  return /^20\d$/.test(digits) ? digits : digits.slice(0, 2);
}

export const onlyCvc = (text: string): string => digitsOf(text).slice(0, 4);

/** Month and four-digit year of a whole expiry, as the provider takes them. */
export function readExpiry(text: string): { month: string; year: string } | undefined {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(text) ?? [];
  return month && year ? { month, year: `20${year}` } : undefined;
}

/** Where the caret belongs after grouping: behind as many digits as it stood behind before. */
export function caretPosition(formatted: string, digitsBefore: number): number {
  if (digitsBefore === 0) return 0;
  let seen = 0;
  for (const [index, character] of [...formatted].entries()) {
    if (/\d/.test(character)) seen += 1;
    if (seen === digitsBefore) return index + 1;
  }
  return formatted.length;
}
