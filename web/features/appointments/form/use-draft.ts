import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { subscribeSiteClock } from '#web/api/site-clock.ts';
import { siteToday } from '#web/api/site-today.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { sessionPersistence } from '#web/auth/persistence.ts';
import { offlineQueue, type QueuedRequest } from '#web/pwa/offline-queue.ts';
import {
  type AppointmentFormControls,
  type AppointmentValues,
  createEmptyRequest,
} from './appointment-schema.ts';
import { clearDraft, languageHistoryKey, saveDraft, saveUnsentDraft, takeDraft } from './draft.ts';

/** The history entries where a form was left since the page was loaded. */
const leftHistoryKeys = new Set<string>();

/**
 * Whether the user navigated back or forward to this entry, or reloaded it. A new visit starts with an empty
 * form.
 */
const isReturn = (historyKey: string): boolean =>
  leftHistoryKeys.has(historyKey) ||
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'back_forward' || entry.type === 'reload'));

const isSignInPage = (pathname: string): boolean => /\/(login|register)$/.test(pathname);

const inUseChecks = new Set<() => boolean>();

/** Whether a form on this page has values that the user has typed. */
export const isFormInUse = (): boolean => [...inUseChecks].some((isInUse) => isInUse());

/** Values that the site filled in. The user did not enter them. */
export type FilledIn = Partial<AppointmentValues>;

/**
 * Fills in today's date, then the draft once the sign-in state is known. Keeps fields that the user has
 * changed.
 * @param filledIn values that the site filled in; a form with only these values is not saved as a draft
 * @param onReplacing called with the queued request that the restored draft is to replace
 */
export function useDraft(
  form: AppointmentFormControls,
  filledIn: RefObject<FilledIn>,
  onReplacing: (request: QueuedRequest) => void,
) {
  const { state, user } = useSession();
  const { key: historyKey } = useLocation();
  const isRestored = useRef(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const [hasDraft, setHasDraft] = useState(false);
  const owner = user?.uid;
  // A form that was filled before the session ended still belongs to its user.
  const lastOwner = useRef(owner);
  if (owner) lastOwner.current = owner;

  const [getOwner] = useState(() => () => lastOwner.current ?? (sessionPersistence.uid() || undefined));

  const notifyReplacing = useEffectEvent(onReplacing);

  // The first response may show that the device's clock is wrong.
  const today = useSyncExternalStore(subscribeSiteClock, siteToday, siteToday);
  useEffect(() => {
    const initial = createEmptyRequest(today);
    fillUntouched(form, initial);
    return () => {
      if (form.getValues('date') === initial.date) form.setValue('date', '');
    };
  }, [form, today]);

  useEffect(() => {
    if (state === 'loading' || owner !== lastOwner.current) return;
    const draft = takeDraft(owner, isReturn(historyKey) ? historyKey : undefined);
    if (!draft) return;
    const replaced = owner && draft.replaces ? offlineQueue.find(owner, draft.replaces) : undefined;
    // The queued request was sent or discarded elsewhere in the meantime.
    if (draft.replaces && !replaced) return clearDraft();
    if (replaced) notifyReplacing(replaced);
    fillUntouched(form, draft.values);
    isRestored.current = true;
    setHasDraft(true);
    setIsWaiting(draft.waitedForSignIn);
  }, [form, state, owner, historyKey]);

  useEffect(() => {
    const isInUse = () => isTouched(form.getValues(), filledIn.current);
    let historyEntry = historyKey;
    const onClick = ({ target }: MouseEvent) => {
      const switched = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
      historyEntry = switched ? languageHistoryKey(switched.hreflang) : historyKey;
    };
    const save = () => {
      leftHistoryKeys.add(historyKey);
      if (!isInUse()) return;
      const [values, owner] = [form.getValues(), getOwner()];
      // After a sign-out in any tab, do not store data of the user.
      if (owner !== undefined && sessionPersistence.uid() === null) return;
      // A visitor who signs in returns to the form in a new history entry.
      if (owner === undefined && isSignInPage(location.pathname)) saveDraft(values);
      else saveUnsentDraft(values, { historyEntry, owner });
    };
    addEventListener('click', onClick);
    addEventListener('pagehide', save);
    inUseChecks.add(isInUse);
    return () => {
      inUseChecks.delete(isInUse);
      removeEventListener('click', onClick);
      removeEventListener('pagehide', save);
      save();
    };
  }, [form, filledIn, historyKey, getOwner]);

  return {
    /** A ref for effects: whether a draft was restored. */
    isRestored,
    hasDraft,
    /** Whether the draft waited for sign-in, so that it has only to be sent. */
    isWaiting,
    setIsWaiting,
    /** Returns the user whose form it is, even after the session has expired. */
    getOwner,
  };
}

const names = Object.keys(createEmptyRequest()) as (keyof AppointmentValues)[];

/** Whether the user has changed any field. */
export function isTouched(typed: AppointmentValues, filledIn: FilledIn): boolean {
  const untouched = { ...createEmptyRequest(), ...filledIn };
  return names.some((name) => typed[name] && typed[name] !== untouched[name]);
}

/** @returns the values that were filled in */
export function fillUntouched(form: AppointmentFormControls, values: FilledIn): FilledIn {
  const untouched = createEmptyRequest();
  const typed = form.getValues();
  const isUntouched = (name: keyof AppointmentValues) => !typed[name] || typed[name] === untouched[name];
  const filledIn = names.filter((name) => values[name] && isUntouched(name));
  for (const name of filledIn) form.setValue(name, values[name]);
  return Object.fromEntries(filledIn.map((name) => [name, values[name]]));
}
