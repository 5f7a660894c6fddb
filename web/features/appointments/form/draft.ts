import { type Day, formatLongDate, parseDay } from '#contract/days.ts';
import { draftKey } from '#web/auth/persistence.ts';
import { formatDay } from '#web/i18n/days.ts';
import { language } from '#web/i18n/language.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';
import type { AppointmentValues } from './appointment-schema.ts';

/** Storage of the draft. Only this tab's session storage is used, because a blood group is health data. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

type StoredDraft = {
  /** The id of the user who may restore the draft. Absent until a user has signed in. */
  owner?: string;
  /** Set once the draft is restored for a signed-in user. */
  isRestored?: true;
  /**
   * The key of the history entry where a half-filled form was left, or the `languageHistoryKey` of the
   * language to which the user switched. The draft is restored only there.
   */
  historyEntry?: string;
  /** The Idempotency-Key of the queued request that the draft is to replace. */
  replaces?: string;
  values: Partial<AppointmentValues>;
};

/** Returns the `historyEntry` of a form that is stored when the user switches to this language. */
export const languageHistoryKey = (nextLanguage: string): string => `language ${nextLanguage}`;

/** Returns the tab's session storage, or undefined when the browser blocks it. */
function tabStorage(): DraftStorage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * Saves the form for restoring after sign-in, or after the page is reloaded.
 * @param owner the user whose values they are; no other user may see them
 * @param replaces the key of the queued request that the values come from
 * @returns whether it was saved: storage can be full or blocked
 */
export function saveDraft(
  values: AppointmentValues,
  { owner, replaces }: { owner?: string | undefined; replaces?: string | undefined } = {},
  storage = tabStorage(),
): boolean {
  return write({ ...(owner && { owner }), ...(replaces && { replaces }), values }, storage);
}

/**
 * Saves a half-filled form for restoring when the user navigates back to this history entry, or opens the
 * page in the language of this `languageHistoryKey`. A draft that waits for sign-in keeps waiting, with the
 * new values. A draft that its user has not seen yet stays unchanged.
 */
export function saveUnsentDraft(
  values: AppointmentValues,
  { historyEntry, owner }: { historyEntry: string; owner: string | undefined },
  storage = tabStorage(),
): void {
  const stored = read(storage);
  if (stored?.owner && !stored.isRestored && stored.historyEntry === undefined) return;
  if (stored && stored.historyEntry === undefined) write({ ...stored, values }, storage);
  else write({ historyEntry, ...(owner && { owner }), values }, storage);
}

/**
 * Restores the draft of this user, or of a visitor when `uid` is undefined. The draft of another user is
 * never restored, and is removed once another user has signed in.
 * @param historyKey the history entry that the user navigated back to, if any
 * @returns `waitedForSignIn`: the draft was saved before sign-in, so the next step is to send it; `replaces`:
 * the key of the queued request that it is to replace
 */
export function takeDraft(
  uid: string | undefined,
  historyKey: string | undefined,
  storage = tabStorage(),
): { values: StoredDraft['values']; waitedForSignIn: boolean; replaces?: string } | undefined {
  const draft = read(storage);
  if (!draft) return undefined;
  if (draft.owner && draft.owner !== uid) {
    if (uid) clearDraft(storage);
    return undefined;
  }
  if (
    draft.historyEntry !== undefined &&
    draft.historyEntry !== historyKey &&
    draft.historyEntry !== languageHistoryKey(language)
  )
    return undefined;
  if (uid) write({ ...draft, owner: uid, isRestored: true }, storage);
  const { values, historyEntry, replaces } = draft;
  return { values, waitedForSignIn: historyEntry === undefined, ...(replaces && { replaces }) };
}

/**
 * Whether this user has a draft that waits to be sent, wherever the form is opened. Ignores the draft that
 * replaces the queued request `exceptKey`.
 */
export function hasWaitingDraft(uid: string, exceptKey?: string, storage = tabStorage()): boolean {
  const draft = read(storage);
  return (
    draft?.historyEntry === undefined && draft?.owner === uid && (!exceptKey || draft.replaces !== exceptKey)
  );
}

export function clearDraft(storage = tabStorage()): void {
  try {
    storage?.removeItem(draftKey);
  } catch {
    // If storage is blocked, there is no draft.
  }
}

function write(draft: StoredDraft, storage: DraftStorage | undefined): boolean {
  try {
    storage?.setItem(
      draftKey,
      JSON.stringify({ ...draft, values: convertDate(draft.values, parseTypedDay, formatLongDate) }),
    );
    return storage !== undefined;
  } catch {
    // Storage is full or blocked. Sign-in must still work.
    return false;
  }
}

function read(storage: DraftStorage | undefined): StoredDraft | undefined {
  try {
    const { owner, isRestored, historyEntry, replaces, values } = JSON.parse(
      storage?.getItem(draftKey) ?? '{}',
    );
    if (typeof values !== 'object' || values === null) return undefined;
    const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
    return {
      ...(typeof owner === 'string' && { owner }),
      ...(isRestored === true && { isRestored }),
      ...(typeof historyEntry === 'string' && { historyEntry }),
      ...(typeof replaces === 'string' && { replaces }),
      values: convertDate(Object.fromEntries(texts), parseDay, formatDay),
    };
  } catch {
    return undefined;
  }
}

/**
 * Converts the typed date to long English text before storing, and back when restoring, because the page may
 * then be in another language. Leaves the text unchanged on English pages, or if it is not a date.
 */
function convertDate(
  values: StoredDraft['values'],
  parse: (text: string) => Day | undefined,
  format: (day: Day) => string,
): StoredDraft['values'] {
  const day = language === 'en' ? undefined : parse(values.date ?? '');
  return day ? { ...values, date: format(day) } : values;
}
