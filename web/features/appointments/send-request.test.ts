import { beforeEach, expect, test, vi } from 'vitest';
import { requestAppointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { ApiError } from '#web/api/errors.ts';
import { offlineQueue } from '../../pwa/offline-queue.ts';
import { sendRequest } from './send-request.ts';

const accept = async (): Promise<object> => ({ success: true, insertedId: 'a1' });
const reject = async (): Promise<object> => {
  throw new ApiError(401, 'unauthorized', 'no');
};
const { call, session } = vi.hoisted(() => ({
  call: vi.fn<() => Promise<object>>(),
  session: { user: { uid: 'rahim' } as { uid: string } | undefined, isSignedOutByUser: false },
}));
beforeEach(() => {
  call.mockReset().mockImplementation(accept);
  Object.assign(session, { user: { uid: 'rahim' }, isSignedOutByUser: false });
});
vi.mock('#web/auth/auth-provider.tsx', () => ({ readSession: () => session }));
vi.mock('#web/api/client.ts', () => ({ call }));
vi.mock('#web/api/config.ts', () => ({ siteConfig: async () => ({ features: [] }) }));

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
  });
});

test.each([
  ['is accepted after another user has signed in', accept, { user: { uid: 'mina' } }],
  ['is accepted after the member has signed out', accept, { user: undefined, isSignedOutByUser: true }],
  ['is rejected after the member has signed out', reject, { user: undefined, isSignedOutByUser: true }],
])('a request that %s shows nothing to others', async (_, respond, then) => {
  const onAccepted = vi.fn();
  const unsubscribe = offlineQueue.onAccepted(onAccepted);
  call.mockImplementation(() => {
    Object.assign(session, then);
    return respond();
  });
  const sent = sendRequest('rahim', { key: 'one', body: { ...body, date: '2026-11-21' as Day } });
  await expect(sent).rejects.toThrow('signed out');
  expect(onAccepted).not.toHaveBeenCalled();
  unsubscribe();
});

test('a request of a session that has ended by itself is answered to its user', async () => {
  call.mockImplementation(() => {
    Object.assign(session, { user: undefined });
    return accept();
  });
  const sent = sendRequest('rahim', { key: 'one', body: { ...body, date: '2026-11-21' as Day } });
  await expect(sent).resolves.toEqual({ success: true, insertedId: 'a1' });
});
