import type { CardResult } from './payment-intent.ts';

/** The query parameters that a bank adds when it redirects the payer back. They are unverified. */
export type BankReturn = { transactionId: string; clientSecret: string };

export function readBankReturn(search: string): BankReturn | undefined {
  const query = new URLSearchParams(search);
  const transactionId = query.get('payment_intent');
  const clientSecret = query.get('payment_intent_client_secret');
  return transactionId && clientSecret ? { transactionId, clientSecret } : undefined;
}

/**
 * Whether the query has any of these parameters, even an incomplete set, so that they must be removed from
 * the address bar.
 */
export const hasBankReturnParams = (search: string): boolean =>
  /[?&](payment_intent|payment_intent_client_secret|redirect_status)=/.test(search);

type Deps = {
  /** Rejects when the card provider does not respond. */
  retrieve(clientSecret: string): Promise<CardResult>;
  /** Resolves to the failure, or to undefined when the payment is saved. */
  save(transactionId: string): Promise<unknown>;
};

/**
 * Returns whether the PaymentIntent has succeeded and is saved. The query may be forged, so only the
 * responses of the card provider and of our server count.
 */
export async function completeBankReturn({ retrieve, save }: Deps, bankReturn: BankReturn): Promise<boolean> {
  const result = await retrieve(bankReturn.clientSecret).catch(() => undefined);
  if (!result || 'error' in result) return false;
  const { id, status } = result.paymentIntent;
  return status === 'succeeded' && id === bankReturn.transactionId && !(await save(id));
}
