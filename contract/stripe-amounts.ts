import { formatMoney } from './money.ts';

/** Eight digits: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MAX_AMOUNT = 99_999_999;

/** Smallest amounts in minor units. In other currencies, the minimum depends on the exchange rate. */
const minAmounts: Readonly<Record<string, number>> = {
  ...{ usd: 50, aed: 200, aud: 50, bgn: 100, brl: 50, cad: 50, chf: 50, czk: 1500, dkk: 250, eur: 50 },
  ...{ gbp: 30, hkd: 400, huf: 17_500, inr: 50, jpy: 50, mxn: 1000, myr: 200, nok: 300, nzd: 50 },
  ...{ pln: 200, ron: 200, sek: 300, sgd: 50, thb: 1000 },
};

/** Amounts that must be a multiple: https://docs.stripe.com/currencies#special-cases */
const multiples: Readonly<Record<string, number>> = {
  ...{ isk: 100, ugx: 100 },
  ...{ bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 },
};

/**
 * Returns why Stripe rejects an amount in the currency's smallest unit, or undefined if it may accept it.
 */
export function findAmountProblem(amount: number, currency: string): string | undefined {
  const min = minAmounts[currency] ?? 1;
  const format = (limit: number) => formatMoney(limit, currency, 'en');
  if (amount < min) return `Enter at least ${format(min)}`;
  if (amount > MAX_AMOUNT) return `Enter at most ${format(MAX_AMOUNT)}`;
  const multiple = multiples[currency] ?? 1;
  return amount % multiple === 0 ? undefined : `Enter a multiple of ${format(multiple)}`;
}
