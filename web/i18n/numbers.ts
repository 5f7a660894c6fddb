import { toLocalDigits } from './digits.ts';
import { language } from './language.ts';

// Do not use `Intl` in this folder, because an old browser's locale data differ from those of the server, and
// hydration would fail.

/** Formats a number: `1,346`; `১,৩৪৬`. At most three decimals; Bengali groups by lakh: `১২,৩৪,৫৬৭`. */
export function formatNumber(value: number): string {
  const [whole = '', ...decimals] = String(Math.round(value * 1000) / 1000).split('.');
  return toLocalDigits([groupDigits(whole), ...decimals].join('.'));
}

function groupDigits(whole: string): string {
  const digits = whole.replace('-', '');
  const groups = [digits.slice(-3)];
  const size = language === 'bn' ? 2 : 3;
  for (let end = digits.length - 3; end > 0; end -= size)
    groups.unshift(digits.slice(Math.max(0, end - size), end));
  return (whole.startsWith('-') ? '-' : '') + groups.join(',');
}
