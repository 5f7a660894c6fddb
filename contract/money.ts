/**
 * Currencies whose smallest unit at the card provider is another than in ISO 4217:
 * https://docs.stripe.com/currencies#special-cases
 */
const exceptions: Readonly<Record<string, number>> = { isk: 2, mga: 0, ugx: 2 };

/** `amount` in the smallest unit that the card provider knows of the currency, as `$5.00` or `¥500`. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = exceptions[currency.toLowerCase()] ?? format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}
