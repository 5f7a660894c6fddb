import { toLocalDigits } from './digits.ts';
import { language } from './language.ts';

// No `Intl` here and in the modules beside it: old browsers have other locale data than the build that prerendered the page.

/** `1,346`; `১,৩৪৬`. At most three decimals; Bengali groups by lakh: `১২,৩৪,৫৬৭`. */
export function formatNumber(value: number): string {
  const [whole = '', ...decimals] = String(Math.round(value * 1000) / 1000).split('.');
  return toLocalDigits([grouped(whole), ...decimals].join('.'));
}

function grouped(whole: string): string {
  const digits = whole.replace('-', '');
  const groups = [digits.slice(-3)];
  const size = language === 'bn' ? 2 : 3;
  for (let end = digits.length - 3; end > 0; end -= size)
    groups.unshift(digits.slice(Math.max(0, end - size), end));
  return (whole.startsWith('-') ? '-' : '') + groups.join(',');
}
