import { describe, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { createEmptyRequest } from './appointment-schema.ts';
import {
  clearDraft,
  type DraftStorage,
  hasWaitingDraft,
  languageHistoryKey,
  saveDraft,
  saveUnsentDraft,
  takeDraft,
} from './draft.ts';

function createStorage(): DraftStorage & { overwrite(text: string): void } {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    overwrite: (text) => {
      for (const key of items.keys()) items.set(key, text);
    },
  };
}
const blockedStorage: DraftStorage = {
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
const values = { ...createEmptyRequest('2026-11-21' as Day), name: 'Rahim Uddin', phone: '01712345678' };

test('[APF-04] a saved draft is restored after sign-in until it is cleared', () => {
  const storage = createStorage();
  saveDraft(values, {}, storage);
  expect(takeDraft(undefined, 'here', storage)).toEqual({ values, waitedForSignIn: true });
  expect(takeDraft('rahim', 'here', storage)).toEqual({ values, waitedForSignIn: true });
  expect(takeDraft('rahim', 'here', storage)).toEqual({ values, waitedForSignIn: true });
  clearDraft(storage);
  expect(takeDraft('rahim', 'here', storage)).toBeUndefined();
});

test('[APF-04] a draft saved after the session has expired is restored for the same user only', () => {
  const storage = createStorage();
  saveDraft(values, { owner: 'rahim' }, storage);
  expect(takeDraft('rahim', 'here', storage)).toEqual({ values, waitedForSignIn: true });
  expect(takeDraft('another', 'here', storage)).toBeUndefined();
  expect(takeDraft('rahim', 'here', storage)).toBeUndefined();
});

test('a draft that a user has restored is shown to no other user, and removed once another signs in', () => {
  const storage = createStorage();
  saveDraft(values, {}, storage);
  takeDraft('rahim', 'here', storage);
  expect(takeDraft(undefined, 'here', storage)).toBeUndefined();
  expect(takeDraft('rahim', 'here', storage)).toBeDefined();
  expect(takeDraft('another', 'here', storage)).toBeUndefined();
  expect(takeDraft('rahim', 'here', storage)).toBeUndefined();
});

test.each(['{"values":', '"text"', 'null', '[]', '{"values":null}', '{"values":7}'])(
  'restores no values from the invalid stored text %s',
  (text) => {
    const storage = createStorage();
    saveDraft(values, {}, storage);
    storage.overwrite(text);
    expect(takeDraft('rahim', 'here', storage)?.values ?? {}).toEqual({});
  },
);

test('restores only text values', () => {
  const storage = createStorage();
  saveDraft(values, {}, storage);
  storage.overwrite('{"values":{"name":{"a":1},"phone":"017"}}');
  expect(takeDraft(undefined, 'here', storage)).toMatchObject({ values: { phone: '017' } });
});

test('a blocked storage causes no error', () => {
  expect(saveDraft(values, {}, blockedStorage)).toBe(false);
  expect(takeDraft('rahim', 'here', blockedStorage)).toBeUndefined();
  expect(() => clearDraft(blockedStorage)).not.toThrow();
});

test('a request that its user is about to change is not replaced by the form that they leave', () => {
  const storage = createStorage();
  const unsent = { ...values, name: 'Rahim' };
  const left = { historyEntry: 'here', owner: 'rahim' };
  expect(hasWaitingDraft('rahim', undefined, storage)).toBe(false);
  expect(saveDraft(values, { owner: 'rahim' }, storage)).toBe(true);
  expect(hasWaitingDraft('rahim', undefined, storage)).toBe(true);
  saveUnsentDraft(unsent, left, storage);
  expect(takeDraft('rahim', 'here', storage)?.values).toEqual(values);
  saveUnsentDraft(unsent, left, storage);
  expect(takeDraft('rahim', 'here', storage)?.values).toEqual(unsent);
});

test('a draft of a queued request keeps its key, and does not block itself', () => {
  const storage = createStorage();
  saveDraft(values, { owner: 'rahim', replaces: 'one' }, storage);
  expect(hasWaitingDraft('rahim', 'one', storage)).toBe(false);
  expect(hasWaitingDraft('rahim', 'two', storage)).toBe(true);
  saveUnsentDraft({ ...values, phone: '018' }, { historyEntry: 'here', owner: 'rahim' }, storage);
  expect(takeDraft('rahim', undefined, storage)).toMatchObject({ replaces: 'one' });
});

describe('a half-filled form', () => {
  test('is restored only at its history entry and only for its owner', () => {
    const storage = createStorage();
    saveUnsentDraft(values, { historyEntry: 'here', owner: 'rahim' }, storage);
    expect(takeDraft('rahim', 'elsewhere', storage)).toBeUndefined();
    expect(takeDraft('rahim', 'here', storage)).toEqual({ values, waitedForSignIn: false });
    expect(takeDraft(undefined, 'here', storage)).toBeUndefined();
    expect(takeDraft('another', 'here', storage)).toBeUndefined();
  });

  test('keeps waiting for sign-in, and is restored at any history entry', () => {
    const storage = createStorage();
    saveDraft(values, {}, storage);
    saveUnsentDraft({ ...values, name: 'Rahim' }, { historyEntry: 'here', owner: undefined }, storage);
    expect(takeDraft('rahim', 'elsewhere', storage)).toEqual({
      values: { ...values, name: 'Rahim' },
      waitedForSignIn: true,
    });
  });
});

test('a form that was left for this language is restored in any history entry, and only for its user', () => {
  const storage = createStorage();
  saveUnsentDraft(values, { historyEntry: languageHistoryKey('en'), owner: 'rahim' }, storage);
  expect(takeDraft('rahim', undefined, storage)?.values).toEqual(values);
  expect(takeDraft('karim', undefined, storage)).toBeUndefined();
  saveUnsentDraft(values, { historyEntry: languageHistoryKey('bn'), owner: 'rahim' }, storage);
  expect(takeDraft('rahim', undefined, storage)).toBeUndefined();
});
