import { expect, test, vi } from 'vitest';
import { completeBankReturn, hasBankReturnParams, readBankReturn } from './bank-return.ts';
import type { CardResult } from './payment-intent.ts';

const bankReturn = { transactionId: 'pi_1', clientSecret: 'pi_1_secret_2' };
const succeeded: CardResult = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };

const createDeps = (result: CardResult, failure?: string) => ({
  retrieve: vi.fn(async () => result),
  save: vi.fn(async () => failure),
});

test('reads the query parameters that the bank adds', () => {
  const query = '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';
  expect(readBankReturn(query)).toEqual(bankReturn);
  expect(readBankReturn('?redirect_status=succeeded')).toBeUndefined();
});

test('an incomplete set of parameters is also detected', () => {
  expect(hasBankReturnParams('?redirect_status=succeeded')).toBe(true);
  expect(hasBankReturnParams('?a=1&payment_intent_client_secret=pi_1_secret_2')).toBe(true);
  expect(hasBankReturnParams('?a=payment_intent')).toBe(false);
});

test('[PAY-03] saves a PaymentIntent that has succeeded at the provider', async () => {
  const deps = createDeps(succeeded);
  expect(await completeBankReturn(deps, bankReturn)).toBe(true);
  expect(deps.retrieve).toHaveBeenCalledExactlyOnceWith('pi_1_secret_2');
  expect(deps.save).toHaveBeenCalledExactlyOnceWith('pi_1');
});

test.each<[string, CardResult]>([
  ['was declined by the bank', { paymentIntent: { id: 'pi_1', status: 'requires_payment_method' } }],
  ['still waits for authentication', { paymentIntent: { id: 'pi_1', status: 'requires_action' } }],
  ['is unknown to the provider', { error: { message: 'No such payment_intent' } }],
  ['differs from the one in the query', { paymentIntent: { id: 'pi_9', status: 'succeeded' } }],
])('saves nothing when the PaymentIntent %s', async (_, result) => {
  const deps = createDeps(result);
  expect(await completeBankReturn(deps, bankReturn)).toBe(false);
  expect(deps.save).not.toHaveBeenCalled();
});

test('returns false when our server rejects the payment or the provider is unreachable', async () => {
  expect(await completeBankReturn(createDeps(succeeded, 'rejected'), bankReturn)).toBe(false);
  const unreachable = {
    ...createDeps(succeeded),
    retrieve: async () => Promise.reject(new TypeError('Failed to fetch')),
  };
  expect(await completeBankReturn(unreachable, bankReturn)).toBe(false);
});
