import type { AppointmentValues } from './appointment-schema.ts';

const key = 'appointmentDraft';

/** Where a filled request waits while its owner signs in: this tab only, since a blood group is health data. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The tab's own storage; nothing where the browser forbids it or the page is being prerendered. */
export function tabStorage(): DraftStorage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

export function keepDraft(values: AppointmentValues, storage = tabStorage()): void {
  try {
    storage?.setItem(key, JSON.stringify(values));
  } catch {
    // A full or forbidden storage must not keep anybody from signing in.
  }
}

/** The text fields of a kept draft; whatever else stands in the storage is left out. */
export function readDraft(storage = tabStorage()): Partial<AppointmentValues> | undefined {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const texts = Object.entries(kept).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts);
  } catch {
    return undefined;
  }
}

export function clearDraft(storage = tabStorage()): void {
  try {
    storage?.removeItem(key);
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
