import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/auth/auth-provider.tsx';
import { type AppointmentValues, emptyRequest } from './appointment-schema.ts';
import { saveUnsentDraft, takeDraft } from './draft.ts';
import type { AppointmentFormControls } from './use-appointment-request.ts';

/** The history entries where a form was left since the page was loaded. */
const leftHistoryKeys = new Set<string>();

/** Whether the user navigated back or forward to this entry. A new visit or a reload starts with an empty form. */
const isBackNavigation = (historyKey: string): boolean =>
  leftHistoryKeys.has(historyKey) ||
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'back_forward');

/**
 * Fills in today's date, then the draft once the sign-in state is known. Fields that the user has changed stay.
 * @returns whether a member's draft was restored after sign-in
 */
export function useDraft(form: AppointmentFormControls): boolean {
  const { state, user } = useSession();
  const { key: historyKey } = useLocation();
  const [isRestored, setIsRestored] = useState(false);
  const owner = user?.uid;
  // A form that was filled before signing out still belongs to the user who signed out.
  const lastOwner = useRef(owner);
  if (owner) lastOwner.current = owner;

  useEffect(() => fillUntouched(form, emptyRequest(new Date())), [form]);

  useEffect(() => {
    if (state === 'loading') return;
    const draft = takeDraft(owner, isBackNavigation(historyKey) ? historyKey : undefined);
    if (!draft) return;
    fillUntouched(form, draft.values);
    if (draft.waitedForSignIn) setIsRestored(state === 'signed-in');
  }, [form, state, owner, historyKey]);

  useEffect(() => {
    const save = () => {
      const values = form.getValues();
      leftHistoryKeys.add(historyKey);
      if (isTouched(values)) saveUnsentDraft(values, { historyKey, owner: lastOwner.current });
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [form, historyKey]);

  return isRestored;
}

const names = Object.keys(emptyRequest(new Date())) as (keyof AppointmentValues)[];

/** Whether any field differs from its initial value. */
export function isTouched(typed: AppointmentValues): boolean {
  const untouched = emptyRequest(new Date());
  return names.some((name) => typed[name] && typed[name] !== untouched[name]);
}

function fillUntouched(form: AppointmentFormControls, values: Partial<AppointmentValues>): void {
  const untouched = emptyRequest(new Date());
  const typed = form.getValues();
  for (const name of names) {
    const value = values[name];
    if (value && (!typed[name] || typed[name] === untouched[name])) form.setValue(name, value);
  }
}
