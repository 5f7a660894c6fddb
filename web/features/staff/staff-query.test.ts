import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/queries.ts';
import { staffQuery } from './staff-query.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function observeStaff(send: () => Promise<Response>) {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('location', { origin: 'https://blood.example' });
  const observer = new QueryObserver(createQueryClient(), staffQuery('u1'));
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  await vi.dynamicImportSettled();
  return observer;
}

const endedShift = {
  code: 'shift-ended',
  message: 'Your shift on this device has ended. Sign in again to start a new one.',
};
const endShift = async () => Response.json({ error: endedShift }, { status: 409 });

test('an open page notices within 2 seconds that its shift was ended elsewhere', async () => {
  const staff = { roles: [], shiftEndsAt: '2999-01-01T00:00:00.000Z', secondFactor: true };
  const send = vi.fn(async () => Response.json(staff));
  const observer = await observeStaff(send);
  expect(observer.getCurrentResult()).toMatchObject({ data: staff, error: null });
  send.mockImplementation(endShift);
  await vi.advanceTimersByTimeAsync(2000);
  await vi.dynamicImportSettled();
  expect(observer.getCurrentResult()).toMatchObject({ error: endedShift });
});

test('a page without a shift keeps its message: each further request would replace it by a spinner', async () => {
  const send = vi.fn(endShift);
  const observer = await observeStaff(send);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledOnce();
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', error: endedShift });
});
