import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/queries.ts';
import { staffQuery } from './staff-query.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page without a shift keeps its message: each further request would replace it by a spinner', async () => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  const error = { code: 'shift-ended', message: 'Your shift has ended.' };
  const send = vi.fn(async () => Response.json({ error }, { status: 409 }));
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('location', { origin: 'https://blood.example' });
  const observer = new QueryObserver(createQueryClient(), staffQuery('u1'));
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledOnce();
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', error });
});
