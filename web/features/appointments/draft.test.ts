import { describe, expect, test } from 'vitest';
import { emptyRequest } from './appointment-schema.ts';
import { clearDraft, type DraftStorage, keepDraft, takeDraft } from './draft.ts';

function tab(): DraftStorage & { replace(text: string): void } {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    replace: (text) => {
      for (const key of held.keys()) held.set(key, text);
    },
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
  expect(takeDraft(undefined, storage)).toEqual(values);
  expect(takeDraft('rahim', storage)).toEqual(values);
  expect(takeDraft('rahim', storage)).toEqual(values);
  clearDraft(storage);
  expect(takeDraft('rahim', storage)).toBeUndefined();
});

describe('a draft that somebody came back for', () => {
  test.each(['another', undefined])('is neither shown to nor left for %s on the same browser', (next) => {
    const storage = tab();
    keepDraft(values, storage);
    takeDraft('rahim', storage);
    expect(takeDraft(next, storage)).toBeUndefined();
    expect(takeDraft('rahim', storage)).toBeUndefined();
  });
});

test.each(['{"values":', '"text"', 'null', '[]', '{"values":null}', '{"values":7}'])(
  'a storage that holds %s fills in nothing',
  (text) => {
    const storage = tab();
    keepDraft(values, storage);
    storage.replace(text);
    expect(takeDraft('rahim', storage) ?? {}).toEqual({});
  },
);

test('only texts are taken', () => {
  const storage = tab();
  keepDraft(values, storage);
  storage.replace('{"values":{"name":{"a":1},"phone":"017"}}');
  expect(takeDraft(undefined, storage)).toEqual({ phone: '017' });
});

test('a forbidden storage stops nobody', () => {
  expect(() => keepDraft(values, forbidden)).not.toThrow();
  expect(takeDraft('rahim', forbidden)).toBeUndefined();
  expect(() => clearDraft(forbidden)).not.toThrow();
});
