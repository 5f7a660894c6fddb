import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memory } from '#web/auth/persistence.ts';
import { type UnsentRequest, unsentRequests } from './offline-queue.ts';

const uid = 'rahima';
const body: UnsentRequest['body'] = {
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
  memory.remember(uid);
});
afterEach(() => vi.unstubAllGlobals());

test('the same request keeps its key however often it is begun; another has its own', () => {
  expect(unsentRequests.begin(uid, { key: 'one', body })).toBe('one');
  expect(unsentRequests.begin(uid, { key: 'two', body: { ...body } })).toBe('one');
  expect(unsentRequests.begin(uid, { key: 'three', body: other })).toBe('three');
  expect(unsentRequests.list(uid).map(({ key }) => key)).toEqual(['one', 'three']);
  expect(unsentRequests.list('nasrin')).toEqual([]);
});

test('what is answered is over; only what is accepted is told', () => {
  const accepted = vi.fn();
  const stop = unsentRequests.whenAccepted(accepted);
  for (const [key, told] of [
    ['refused', false],
    ['accepted', true],
  ] as const) {
    unsentRequests.begin(uid, { key, body });
    unsentRequests.end(uid, { key, body }, told);
    expect(unsentRequests.list(uid)).toEqual([]);
  }
  expect(accepted).toHaveBeenCalledExactlyOnceWith(body);
  stop();
});

test('a form that is open offers its own request; with it gone, or about another, it is offered elsewhere', () => {
  unsentRequests.begin(uid, { key: 'one', body });
  const offered = () => unsentRequests.toOffer(uid).map(({ key }) => key);
  expect(offered()).toEqual(['one']);
  unsentRequests.hold(undefined, body);
  expect(offered()).toEqual([]);
  expect(unsentRequests.waits(body)).toBe(true);
  unsentRequests.hold(body, other);
  expect(offered()).toEqual(['one']);
  unsentRequests.hold(other, undefined);
  expect(unsentRequests.waits(other)).toBe(false);
});
