import type { AppointmentValues } from './appointment-schema.ts';

const key = 'appointmentDraft';

/** Where a filled request waits while its owner signs in: this tab only, since a blood group is health data. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `owner`: the user id of who came back for it; nobody else gets to see it from then on. */
type Kept = { owner?: string; values: Partial<AppointmentValues> };

/** The tab's own storage; nothing where the browser forbids it. */
function tabStorage(): DraftStorage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

export function keepDraft(values: AppointmentValues, storage = tabStorage()): void {
  write({ values }, storage);
}

/** The draft for whoever is at the form: a visitor, or the member with this user id. Another's draft is removed. */
export function takeDraft(uid: string | undefined, storage = tabStorage()): Kept['values'] | undefined {
  const kept = read(storage);
  if (!kept) return undefined;
  if (kept.owner && kept.owner !== uid) {
    clearDraft(storage);
    return undefined;
  }
  if (uid) write({ ...kept, owner: uid }, storage);
  return kept.values;
}

export function clearDraft(storage = tabStorage()): void {
  try {
    storage?.removeItem(key);
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}

function write(kept: Kept, storage: DraftStorage | undefined): void {
  try {
    storage?.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage must not keep anybody from signing in.
  }
}

function read(storage: DraftStorage | undefined): Kept | undefined {
  try {
    const { owner, values } = JSON.parse(storage?.getItem(key) ?? '{}');
    if (typeof values !== 'object' || values === null) return undefined;
    const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
    return { ...(typeof owner === 'string' && { owner }), values: Object.fromEntries(texts) };
  } catch {
    return undefined;
  }
}
