import { formatWireDay } from '#web/i18n/days.ts';
import { language } from '#web/i18n/language.ts';
import { type AppointmentValues, toWireDay } from './appointment-schema.ts';

const key = 'appointmentDraft';

/** Where a filled request waits while its owner signs in: this tab only, since a blood group is health data. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * `owner`: the user id of who came back for it; nobody else gets to see it from then on. `place`: of a form that was
 * left half-way, the entry of the browser's history that it stood at; it is filled in there again and nowhere else.
 */
type Kept = { owner?: string; place?: string; values: Partial<AppointmentValues> };

/** The tab's own storage; nothing where the browser forbids it. */
function tabStorage(): DraftStorage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

export function saveDraft(values: AppointmentValues, storage = tabStorage()): void {
  write({ values }, storage);
}

/** Keeps what is being typed by `owner`, if anybody is signed in, for who goes Back to this place. */
export function saveUnsentDraft(
  values: AppointmentValues,
  { place, owner }: { place: string; owner: string | undefined },
  storage = tabStorage(),
): void {
  const waiting = read(storage);
  if (waiting && waiting.place === undefined) write({ ...waiting, values }, storage);
  else write({ place, ...(owner && { owner }), values }, storage);
}

/**
 * The draft for whoever is at the form: a visitor, or the member with this user id. Another's draft is removed. `place`:
 * where they have come back to. `sent`: it has waited for a sign-in, so the next step is to send it.
 */
export function takeDraft(
  uid: string | undefined,
  place: string | undefined,
  storage = tabStorage(),
): { values: Kept['values']; sent: boolean } | undefined {
  const kept = read(storage);
  if (!kept) return undefined;
  if (kept.owner && kept.owner !== uid) {
    clearDraft(storage);
    return undefined;
  }
  if (kept.place !== undefined && kept.place !== place) return undefined;
  if (uid) write({ ...kept, owner: uid }, storage);
  return { values: kept.values, sent: kept.place === undefined };
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
    storage?.setItem(key, JSON.stringify({ ...kept, values: withDay(kept.values, toWireDay) }));
  } catch {
    // A full or forbidden storage must not keep anybody from signing in.
  }
}

function read(storage: DraftStorage | undefined): Kept | undefined {
  try {
    const { owner, place, values } = JSON.parse(storage?.getItem(key) ?? '{}');
    if (typeof values !== 'object' || values === null) return undefined;
    const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
    return {
      ...(typeof owner === 'string' && { owner }),
      ...(typeof place === 'string' && { place }),
      values: withDay(Object.fromEntries(texts), formatWireDay),
    };
  } catch {
    return undefined;
  }
}

/** It is kept as the wire writes it: who comes back may do so on pages of another language. */
function withDay(values: Kept['values'], write: (day: string) => string): Kept['values'] {
  // What was typed on an English page stands there again as it was.
  return language === 'en' || !values.date ? values : { ...values, date: write(values.date) };
}
