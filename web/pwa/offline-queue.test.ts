import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import { sessionPersistence } from '#web/auth/persistence.ts';
import { stubLocalStorage } from '#web/auth/testing/test-storage.ts';
import { offlineQueue, type QueuedRequest } from './offline-queue.ts';

const uid = 'rahima';
const body: QueuedRequest['body'] = {
  name: 'Rahima',
  phone: '01712345678',
  center: 'Dhaka',
  bloodGroup: 'B+',
  date: '2026-11-26' as Day,
  email: 'rahima@example.org',
};
const other = { ...body, center: 'Sylhet' };

beforeEach(() => {
  stubLocalStorage();
  sessionPersistence.storeUid(uid);
});
afterEach(() => vi.unstubAllGlobals());

test('the same request keeps its key; another request has its own', () => {
  expect(offlineQueue.enqueue(uid, { key: 'one', body })).toBe('one');
  expect(offlineQueue.enqueue(uid, { key: 'two', body: { ...body } })).toBe('one');
  expect(offlineQueue.enqueue(uid, { key: 'three', body: other })).toBe('three');
  expect(offlineQueue.list(uid).map(({ key }) => key)).toEqual(['one', 'three']);
  expect(offlineQueue.list('nasrin')).toEqual([]);
});

test('a changed request replaces the queued one; unchanged, it keeps its key', () => {
  offlineQueue.enqueue(uid, { key: 'one', body });
  expect(offlineQueue.enqueue(uid, { key: 'two', body: { ...body } }, 'one')).toBe('one');
  expect(offlineQueue.enqueue(uid, { key: 'three', body: other }, 'one')).toBe('three');
  expect(offlineQueue.list(uid)).toEqual([{ key: 'three', body: other }]);
  expect(offlineQueue.find(uid, 'three')).toEqual({ key: 'three', body: other });
  expect(offlineQueue.find(uid, 'one')).toBeUndefined();
});

test('removes a request after its response; notifies with the appointment only if it was accepted', () => {
  const accepted = vi.fn();
  const unsubscribe = offlineQueue.onAccepted(accepted);
  for (const [key, insertedId] of [
    ['rejected', false],
    ['accepted', 'a1'],
  ] as const) {
    offlineQueue.enqueue(uid, { key, body });
    offlineQueue.remove(uid, { key, body }, insertedId);
    expect(offlineQueue.list(uid)).toEqual([]);
  }
  expect(accepted).toHaveBeenCalledExactlyOnceWith(body, 'a1');
  unsubscribe();
});

test('a response removes its request after the session expired; nothing is added for others', () => {
  for (const [key, sent] of Object.entries({ one: body, two: other }))
    offlineQueue.enqueue(uid, { key, body: sent });
  sessionPersistence.clear({ isSignedOutByUser: false });
  offlineQueue.remove(uid, { key: 'one', body }, 'a1');
  offlineQueue.enqueue('nasrin', { key: 'three', body });
  expect(offlineQueue.list(uid).map(({ key }) => key)).toEqual(['two']);
  sessionPersistence.clear({ isSignedOutByUser: true });
  offlineQueue.remove(uid, { key: 'two', body: other }, 'a2');
  expect(offlineQueue.list(uid)).toEqual([]);
});

test('offers a request unless an open form already offers it', () => {
  offlineQueue.enqueue(uid, { key: 'one', body });
  const offered = () => offlineQueue.listUnclaimed(uid).map(({ key }) => key);
  expect(offered()).toEqual(['one']);
  offlineQueue.claim(undefined, body);
  expect(offered()).toEqual([]);
  expect(offlineQueue.has(body)).toBe(true);
  offlineQueue.claim(body, other);
  expect(offered()).toEqual(['one']);
  offlineQueue.claim(other, undefined);
  expect(offlineQueue.has(other)).toBe(false);
});

test('a late response for the previous user leaves the requests of the user who signed in afterwards', () => {
  sessionPersistence.storeUid('nasrin');
  offlineQueue.enqueue('nasrin', { key: 'of nasrin', body });
  offlineQueue.remove(uid, { key: 'one', body }, 'a1');
  expect(offlineQueue.list('nasrin').map(({ key }) => key)).toEqual(['of nasrin']);
});

test('an eleventh request is not stored, and removes none of the ten', () => {
  const requests = Array.from({ length: 11 }, (_, n) => ({ key: `${n}`, body: { ...body, center: `${n}` } }));
  for (const request of requests) expect(offlineQueue.enqueue(uid, request)).toBe(request.key);
  expect(offlineQueue.list(uid)).toEqual(requests.slice(0, 10));
  expect(offlineQueue.has(requests[10]?.body as QueuedRequest['body'])).toBe(false);
});
