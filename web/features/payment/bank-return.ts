import type { CardResult } from './payment-intent.ts';

/** What a bank's page adds to the address when it sends a payer back. It proves nothing. */
export type BankReturn = { transactionId: string; clientSecret: string };

export function readBankReturn(search: string): BankReturn | undefined {
  const query = new URLSearchParams(search);
  const transactionId = query.get('payment_intent');
  const clientSecret = query.get('payment_intent_client_secret');
  return transactionId && clientSecret ? { transactionId, clientSecret } : undefined;
}

/** Anything of it, whole or not, is nothing for an address bar. */
export const belongsToReturn = (search: string): boolean =>
  /[?&](payment_intent|payment_intent_client_secret|redirect_status)=/.test(search);

type Ports = {
  /** Rejects when no answer came. */
  retrieve(clientSecret: string): Promise<CardResult>;
  /** Answers what went wrong, or nothing. */
  save(transactionId: string): Promise<unknown>;
};

/**
 * Whether the charge that a payer comes back with has succeeded and is saved. Anybody may have written the address:
 * only what the provider and our server both vouch for counts, all else is looked up anew.
 */
export async function completeBankReturn({ retrieve, save }: Ports, returned: BankReturn): Promise<boolean> {
  const answer = await retrieve(returned.clientSecret).catch(() => undefined);
  if (!answer || 'error' in answer) return false;
  const { id, status } = answer.charge;
  return status === 'succeeded' && id === returned.transactionId && !(await save(id));
}
