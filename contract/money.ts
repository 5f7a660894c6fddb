/**
 * Number of decimal digits in Stripe amounts, where it differs from ISO 4217:
 * https://docs.stripe.com/currencies#special-cases
 */
const minorUnitDigits: Readonly<Record<string, number>> = { isk: 2, mga: 0, ugx: 2 };

/** The site's Bengali texts write `$৫`, but the Bengali locale would format this amount as `৫ US$`. */
const localeWithSymbolFirst = (locale: string): string =>
  locale.startsWith('bn') ? 'en-IN-u-nu-beng' : locale;

/**
 * Formats an amount, such as `$5.00`, `$৫.০০` or `¥500`. `amount` is in the provider's smallest unit of the
 * currency.
 */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(localeWithSymbolFirst(locale), { style: 'currency', currency });
  const digits =
    minorUnitDigits[currency.toLowerCase()] ?? format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}
