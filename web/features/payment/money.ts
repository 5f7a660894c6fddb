import { formatMoney } from '#contract/money.ts';
import { localeOfPage } from '#web/language/language.ts';

/** `amount` in the smallest unit of the currency, as `$5.00`. */
export const money = (amount: number, currency: string): string =>
  formatMoney(amount, currency, localeOfPage);

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
