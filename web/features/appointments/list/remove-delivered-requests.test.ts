import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import { sessionPersistence } from '#web/auth/persistence.ts';
import { stubLocalStorage } from '#web/auth/testing/test-storage.ts';
import { offlineQueue } from '#web/pwa/offline-queue.ts';
import { removeDeliveredRequests } from './remove-delivered-requests.ts';

const uid = 'rahima';
const fields = {
  name: 'Rahima',
  phone: '01712345678',
  bloodGroup: 'B+',
  date: '2026-11-26' as Day,
  email: 'rahima@example.org',
} as const;
const appointment = { ...fields, _id: 'a1', center: 'Dhanmondi Center' };

beforeEach(() => {
  stubLocalStorage();
  sessionPersistence.storeUid(uid);
});
afterEach(() => vi.unstubAllGlobals());

test('a request whose response was lost is no longer offered once its appointment is in the list', () => {
  offlineQueue.enqueue(uid, { key: 'arrived', body: { ...fields, center: 'dhanmondi center ' } });
  offlineQueue.enqueue(uid, {
    key: 'other day',
    body: { ...fields, center: 'Dhaka', date: '2026-11-27' as Day },
  });
  offlineQueue.enqueue(uid, {
    key: 'changed',
    body: { ...fields, center: 'Dhanmondi Center', phone: '01812345678' },
  });
  removeDeliveredRequests(uid, [appointment]);
  expect(offlineQueue.list(uid).map(({ key }) => key)).toEqual(['other day', 'changed']);
});
