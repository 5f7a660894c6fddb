import { vi } from 'vitest';

/** Creates a storage that keeps its values in `items`. `changes` replace its methods. */
export const createTestStorage = (items = new Map<string, string>(), changes: Partial<Storage> = {}) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
  ...changes,
});

/** Replaces the browser's local storage until `vi.unstubAllGlobals`. There is no session storage. */
export const stubLocalStorage = (items?: Map<string, string>) =>
  vi.stubGlobal('window', { localStorage: createTestStorage(items), sessionStorage: null });
