import { describe, expect, test } from 'vitest';
import { emptyRequest } from './appointment-schema.ts';
import { clearDraft, type DraftStorage, saveDraft, saveUnsentDraft, takeDraft } from './draft.ts';

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
  saveDraft(values, storage);
  expect(takeDraft(undefined, 'here', storage)).toEqual({ values, sent: true });
  expect(takeDraft('rahim', 'here', storage)).toEqual({ values, sent: true });
  expect(takeDraft('rahim', 'here', storage)).toEqual({ values, sent: true });
  clearDraft(storage);
  expect(takeDraft('rahim', 'here', storage)).toBeUndefined();
});

describe('a draft that somebody came back for', () => {
  test.each(['another', undefined])('is neither shown to nor left for %s on the same browser', (next) => {
    const storage = tab();
    saveDraft(values, storage);
    takeDraft('rahim', 'here', storage);
    expect(takeDraft(next, 'here', storage)).toBeUndefined();
    expect(takeDraft('rahim', 'here', storage)).toBeUndefined();
  });
});

test.each(['{"values":', '"text"', 'null', '[]', '{"values":null}', '{"values":7}'])(
  'a storage that holds %s fills in nothing',
  (text) => {
    const storage = tab();
    saveDraft(values, storage);
    storage.replace(text);
    expect(takeDraft('rahim', 'here', storage)?.values ?? {}).toEqual({});
  },
);

test('only texts are taken', () => {
  const storage = tab();
  saveDraft(values, storage);
  storage.replace('{"values":{"name":{"a":1},"phone":"017"}}');
  expect(takeDraft(undefined, 'here', storage)).toMatchObject({ values: { phone: '017' } });
});

test('a forbidden storage stops nobody', () => {
  expect(() => saveDraft(values, forbidden)).not.toThrow();
  expect(takeDraft('rahim', 'here', forbidden)).toBeUndefined();
  expect(() => clearDraft(forbidden)).not.toThrow();
});

describe('a form that was left half-way', () => {
  test('is filled in again at its own place alone, for whom it is', () => {
    const storage = tab();
    saveUnsentDraft(values, { place: 'here', owner: 'rahim' }, storage);
    expect(takeDraft('rahim', 'elsewhere', storage)).toBeUndefined();
    expect(takeDraft('rahim', 'here', storage)).toEqual({ values, sent: false });
    expect(takeDraft(undefined, 'here', storage)).toBeUndefined();
    expect(takeDraft('rahim', 'here', storage)).toBeUndefined();
  });

  test('on the way to the sign-in still waits for it, wherever that leads', () => {
    const storage = tab();
    saveDraft(values, storage);
    saveUnsentDraft({ ...values, name: 'Rahim' }, { place: 'here', owner: undefined }, storage);
    expect(takeDraft('rahim', 'elsewhere', storage)).toEqual({
      values: { ...values, name: 'Rahim' },
      sent: true,
    });
  });
});
