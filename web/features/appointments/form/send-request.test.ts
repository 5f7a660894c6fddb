import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestAppointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { sessionPersistence } from '#web/auth/persistence.ts';
import { stubLocalStorage } from '#web/auth/testing/test-storage.ts';
import { offlineQueue } from '#web/pwa/offline-queue.ts';
import { sendRequest } from './send-request.ts';

const { call } = vi.hoisted(() => ({
  call: vi.fn(async (): Promise<object> => ({ success: true, insertedId: 'a1' })),
}));
vi.mock('#web/api/client.ts', () => ({ call }));
vi.mock('#web/api/config.ts', () => ({ hasFeature: () => true }));

beforeEach(() => {
  stubLocalStorage();
  sessionPersistence.storeUid('rahim');
});
afterEach(() => vi.unstubAllGlobals());

const body = {
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical',
  bloodGroup: 'A+',
  email: 'rahim@example.org',
} as const;

test('[API-05] sends the day as long English text in the query and the body, under the idempotency key', async () => {
  await sendRequest('rahim', { key: 'one', body: { ...body, date: '2026-11-21' as Day } });
  const date = 'November 21, 2026';
  expect(call).toHaveBeenCalledExactlyOnceWith(requestAppointment, {
    query: { email: body.email, date },
    body: { ...body, date },
    headers: { 'Idempotency-Key': 'one' },
    owner: 'rahim',
  });
});

test('a request on a day without a free slot stays where the user can still change it', async () => {
  const request = { key: 'one', body: { ...body, date: '2026-11-21' as Day } };
  for (const keepRejected of [true, false]) {
    call.mockImplementationOnce(async () => ({ success: false, message: 'full', nextFree: [] }));
    await sendRequest('rahim', request, { keepRejected });
    expect(offlineQueue.list('rahim')).toEqual(keepRejected ? [request] : []);
  }
});
