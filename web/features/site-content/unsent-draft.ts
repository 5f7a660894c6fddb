import type { Draft } from './draft.ts';

/** A draft that the server does not have yet, the item, and the revision that it is based on. */
export type UnsentDraft = { id: string; revision: number; draft: Draft };

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the tab's session storage, or undefined when the browser blocks it. */
function tabStorage(): TabStorage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/** The key contains the person, so that a shared tab offers a draft only to the person who has typed it. */
export const unsentKey = (userId: string, kind: string, id: string): string =>
  `contentDraft ${userId} ${kind} ${id}`;

/** Keeps a draft in this tab. `undefined` removes it. */
export function keepUnsent(
  key: string,
  unsent: UnsentDraft | undefined,
  storage: TabStorage | undefined = tabStorage(),
): void {
  try {
    if (unsent) storage?.setItem(key, JSON.stringify(unsent));
    else storage?.removeItem(key);
  } catch {
    // Storage is full or blocked. The form must still work.
  }
}

export function readUnsent(
  key: string,
  storage: TabStorage | undefined = tabStorage(),
): UnsentDraft | undefined {
  try {
    const { id, revision, draft } = JSON.parse(storage?.getItem(key) ?? '{}');
    const isComplete = typeof id === 'string' && typeof revision === 'number' && typeof draft === 'object';
    return isComplete ? { id, revision, draft } : undefined;
  } catch {
    return undefined;
  }
}
