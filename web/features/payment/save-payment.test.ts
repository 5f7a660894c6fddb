import { expect, test, vi } from 'vitest';
import { confirmPayment } from '#contract/payments.ts';
import type { call } from '#web/api/client.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { saveFailureText, savePayment } from './save-payment.ts';

const answering = (act: () => Promise<unknown>) => vi.fn(act) as unknown as typeof call;

test('[PAY-03] [API-09] the appointment is told which charge paid it', async () => {
  const caller = answering(async () => ({ acknowledged: true, modifiedCount: 1 }));
  expect(await savePayment('a1', 'pi_1', caller)).toBeUndefined();
  expect(caller).toHaveBeenCalledExactlyOnceWith(confirmPayment, {
    params: { id: 'a1' },
    body: { appointmentId: 'a1', transactionId: 'pi_1' },
  });
});

test.each([
  [new NetworkError(), 'unreachable'],
  [new ApiError(503, 'unavailable', ''), 'unreachable'],
  [new ApiError(429, 'too-many-requests', ''), 'unreachable'],
  [new ApiError(401, 'not-signed-in', ''), 'signed-out'],
  [new ApiError(403, 'credentials-refused', ''), 'signed-out'],
  [new ApiError(404, 'not-found', ''), 'gone'],
  [new ApiError(402, 'not-paid', ''), 'refused'],
  [new ApiError(409, 'payment-mismatch', ''), 'refused'],
  [new ApiError(409, 'already-paid', ''), 'paid-before'],
] as const)('%s is told as %s, in a sentence that owns up to the charge', async (error, failure) => {
  const caller = answering(async () => {
    throw error;
  });
  expect(await savePayment('a1', 'pi_1', caller)).toBe(failure);
  expect(saveFailureText[failure]).toContain('Your card was charged $5');
});
