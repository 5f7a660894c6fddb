import { expect, test } from 'vitest';
import { emptyRequest } from './appointment-schema.ts';
import { clearDraft, type DraftStorage, keepDraft, readDraft } from './draft.ts';

function tab(): DraftStorage & { held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}
const forbidden: DraftStorage = {
  getItem: () => {
    throw new DOMException('denied', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  removeItem: () => {
    throw new DOMException('denied', 'SecurityError');
  },
};
const values = { ...emptyRequest(new Date(2026, 10, 21)), name: 'Rahim Uddin', phone: '01712345678' };

test('[APF-04] what was filled in comes back after the sign-in, until it is cleared', () => {
  const storage = tab();
  keepDraft(values, storage);
  expect(readDraft(storage)).toEqual(values);
  clearDraft(storage);
  expect(readDraft(storage)).toBeUndefined();
});

test.each(['{"name":', '"text"', 'null', '[]'])('a storage that holds %s fills in nothing', (text) => {
  const storage = tab();
  keepDraft(values, storage);
  for (const key of storage.held.keys()) storage.held.set(key, text);
  expect(readDraft(storage) ?? {}).toEqual({});
});

test('only texts are taken', () => {
  const storage = tab();
  keepDraft(values, storage);
  for (const key of storage.held.keys()) storage.held.set(key, '{"name":{"a":1},"phone":"017"}');
  expect(readDraft(storage)).toEqual({ phone: '017' });
});

test('a forbidden storage stops nobody', () => {
  expect(() => keepDraft(values, forbidden)).not.toThrow();
  expect(readDraft(forbidden)).toBeUndefined();
  expect(() => clearDraft(forbidden)).not.toThrow();
});
