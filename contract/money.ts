/** Stripe's currencies without a smaller unit: https://docs.stripe.com/currencies#zero-decimal */
const withoutMinorUnit = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
/** Currencies whose unit has 1000 parts: https://docs.stripe.com/currencies#three-decimal */
const withThousandths = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

/**
 * Returns the number of decimal digits in Stripe's amounts. Those of `Intl` differ for some currencies, and
 * between browsers.
 */
function minorUnitDigits(currency: string): number {
  const code = currency.toLowerCase();
  if (withoutMinorUnit.includes(code)) return 0;
  return withThousandths.includes(code) ? 3 : 2;
}

/** Converts an amount in the provider's smallest unit: 500 usd is 5. */
export const toMajorUnits = (amount: number, currency: string): number =>
  amount / 10 ** minorUnitDigits(currency);

/** The site's Bengali texts write `$৫`, but the Bengali locale would format this amount as `৫ US$`. */
const localeWithSymbolFirst = (locale: string): string =>
  locale.startsWith('bn') ? 'en-IN-u-nu-beng' : locale;

type Decimals = Pick<Intl.NumberFormatOptions, 'minimumFractionDigits' | 'maximumFractionDigits'>;
const decimals = (digits: number): Decimals => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});

/**
 * Formats an amount, such as `$5.00`, `$৫.০০` or `¥500`. `amount` is in the provider's smallest unit of the
 * currency.
 */
export const formatMoney = (amount: number, currency: string, locale: string): string =>
  format(amount, currency, locale, {});

/** Like `formatMoney`, but a whole amount has no decimals: `$5`. */
export const formatPrice = (amount: number, currency: string, locale: string): string =>
  format(amount, currency, locale, decimals(0));

function format(amount: number, currency: string, locale: string, whole: Decimals): string {
  const units = toMajorUnits(amount, currency);
  const digits = Number.isInteger(units) ? whole : decimals(minorUnitDigits(currency));
  const options = { style: 'currency', currency, ...digits } as const;
  return new Intl.NumberFormat(localeWithSymbolFirst(locale), options).format(units);
}
