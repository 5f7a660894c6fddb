import { localeOfPage } from '#web/language/language.ts';

/** `amount` in the smallest unit of the currency, as `$5.00`. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(localeOfPage, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `November 21, 2026 at 4:05 PM GMT+6`: on the reader's clock, as the site writes dates. */
export const moment = (instant: string): string =>
  new Intl.DateTimeFormat(localeOfPage, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
