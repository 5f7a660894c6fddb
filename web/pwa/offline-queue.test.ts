import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionPersistence } from '#web/auth/persistence.ts';
import { offlineQueue, type QueuedRequest } from './offline-queue.ts';

const uid = 'rahima';
const body: QueuedRequest['body'] = {
  name: 'Rahima',
  phone: '01712345678',
  center: 'Dhaka',
  bloodGroup: 'B+',
  date: 'November 26, 2026',
  email: 'rahima@example.org',
};
const other = { ...body, center: 'Sylhet' };

beforeEach(() => {
  const held = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  };
  vi.stubGlobal('window', { localStorage, sessionStorage: null });
  sessionPersistence.storeUid(uid);
});
afterEach(() => vi.unstubAllGlobals());

test('the same request keeps its key however often it is begun; another has its own', () => {
  expect(offlineQueue.begin(uid, { key: 'one', body })).toBe('one');
  expect(offlineQueue.begin(uid, { key: 'two', body: { ...body } })).toBe('one');
  expect(offlineQueue.begin(uid, { key: 'three', body: other })).toBe('three');
  expect(offlineQueue.list(uid).map(({ key }) => key)).toEqual(['one', 'three']);
  expect(offlineQueue.list('nasrin')).toEqual([]);
});

test('what is answered is over; only what is accepted is told', () => {
  const accepted = vi.fn();
  const stop = offlineQueue.whenAccepted(accepted);
  for (const [key, told] of [
    ['refused', false],
    ['accepted', true],
  ] as const) {
    offlineQueue.begin(uid, { key, body });
    offlineQueue.end(uid, { key, body }, told);
    expect(offlineQueue.list(uid)).toEqual([]);
  }
  expect(accepted).toHaveBeenCalledExactlyOnceWith(body);
  stop();
});

test('a form that is open offers its own request; with it gone, or about another, it is offered elsewhere', () => {
  offlineQueue.begin(uid, { key: 'one', body });
  const offered = () => offlineQueue.toOffer(uid).map(({ key }) => key);
  expect(offered()).toEqual(['one']);
  offlineQueue.hold(undefined, body);
  expect(offered()).toEqual([]);
  expect(offlineQueue.waits(body)).toBe(true);
  offlineQueue.hold(body, other);
  expect(offered()).toEqual(['one']);
  offlineQueue.hold(other, undefined);
  expect(offlineQueue.waits(other)).toBe(false);
});
