/** An amount as Stripe's messages write it; dollars as `$5.00`. */
export function moneyText(cents: number, currency: string): string {
  const text = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return currency === 'usd' ? `$${text}` : `${text} ${currency}`;
}
