import { expect, test, vi } from 'vitest';
import { belongsToReturn, completeBankReturn, readBankReturn } from './bank-return.ts';
import type { CardResult } from './payment-intent.ts';

const returned = { transactionId: 'pi_1', clientSecret: 'pi_1_secret_2' };
const succeeded: CardResult = { charge: { id: 'pi_1', status: 'succeeded' } };

const ports = (answer: CardResult, failure?: string) => ({
  retrieve: vi.fn(async () => answer),
  save: vi.fn(async () => failure),
});

test('whoever comes from the bank is known by what it adds to the address', () => {
  const query = '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';
  expect(readBankReturn(query)).toEqual(returned);
  expect(readBankReturn('?redirect_status=succeeded')).toBeUndefined();
});

test('half of it is no return, and yet nothing to stand in the address', () => {
  expect(belongsToReturn('?redirect_status=succeeded')).toBe(true);
  expect(belongsToReturn('?a=1&payment_intent_client_secret=pi_1_secret_2')).toBe(true);
  expect(belongsToReturn('?a=payment_intent')).toBe(false);
});

test('[PAY-03] a charge that the provider calls succeeded is saved', async () => {
  const outside = ports(succeeded);
  expect(await completeBankReturn(outside, returned)).toBe(true);
  expect(outside.retrieve).toHaveBeenCalledExactlyOnceWith('pi_1_secret_2');
  expect(outside.save).toHaveBeenCalledExactlyOnceWith('pi_1');
});

test.each<[string, CardResult]>([
  ['refused at the bank', { charge: { id: 'pi_1', status: 'requires_payment_method' } }],
  ['still asked about', { charge: { id: 'pi_1', status: 'requires_action' } }],
  ['unknown to the provider', { error: { message: 'No such payment_intent' } }],
  ['another than the address says', { charge: { id: 'pi_9', status: 'succeeded' } }],
])('a charge that is %s saves nothing, whatever the address claims', async (_, answer) => {
  const outside = ports(answer);
  expect(await completeBankReturn(outside, returned)).toBe(false);
  expect(outside.save).not.toHaveBeenCalled();
});

test('what our server does not take, and a provider that is away, are looked up anew', async () => {
  expect(await completeBankReturn(ports(succeeded, 'refused'), returned)).toBe(false);
  const away = {
    ...ports(succeeded),
    retrieve: async () => Promise.reject(new TypeError('Failed to fetch')),
  };
  expect(await completeBankReturn(away, returned)).toBe(false);
});
