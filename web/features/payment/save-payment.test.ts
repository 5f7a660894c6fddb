import { expect, test, vi } from 'vitest';
import { confirmPayment } from '#contract/payments.ts';
import type { call } from '#web/api/client.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { dialogQueue } from '#web/components/dialogs.ts';
import { recordUnsavedPayment, saveFailureText, savePayment } from './save-payment.ts';

const createCall = (action: () => Promise<unknown>) => vi.fn(action) as unknown as typeof call;

test('[PAY-03] [API-09] sends the appointment id and the transaction id', async () => {
  const send = createCall(async () => ({ acknowledged: true, modifiedCount: 1 }));
  expect(await savePayment('u1', { appointmentId: 'a1', transactionId: 'pi_1' }, send)).toBeUndefined();
  expect(send).toHaveBeenCalledExactlyOnceWith(confirmPayment, {
    params: { id: 'a1' },
    body: { appointmentId: 'a1', transactionId: 'pi_1' },
    owner: 'u1',
  });
});

test.each([
  [new NetworkError(), 'unreachable'],
  [new ApiError(503, 'unavailable', ''), 'unreachable'],
  [new ApiError(429, 'too-many-requests', ''), 'unreachable'],
  [new ApiError(401, 'not-signed-in', ''), 'signed-out'],
  [new ApiError(403, 'credentials-refused', ''), 'signed-out'],
  [new ApiError(404, 'not-found', ''), 'not-found'],
  [new ApiError(402, 'not-paid', ''), 'rejected'],
  [new ApiError(409, 'appointment-canceled', ''), 'not-found'],
  [new ApiError(409, 'payment-mismatch', ''), 'rejected'],
  [new ApiError(409, 'already-paid', ''), 'already-paid'],
] as const)('%s returns %s, and its message says that the card was charged', async (error, failure) => {
  const send = createCall(async () => {
    throw error;
  });
  expect(await savePayment('u1', { appointmentId: 'a1', transactionId: 'pi_1' }, send)).toBe(failure);
  expect(saveFailureText[failure]).toContain('Your card was charged');
});

test('says once that the session has expired, also when two checks of a payment fail together', async () => {
  for (const _ of [1, 2]) recordUnsavedPayment('pi_1', 'signed-out');
  const first = dialogQueue.first();
  expect(first?.title).toBe('Your session has expired');
  if (first) dialogQueue.resolve(first, true);
  expect(dialogQueue.first()).toBeUndefined();
  await vi.waitFor(() => {
    recordUnsavedPayment('pi_1', 'signed-out');
    expect(dialogQueue.first()?.title).toBe('Your session has expired');
  });
});
