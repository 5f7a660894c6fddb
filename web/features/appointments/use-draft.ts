import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/auth/auth-provider.tsx';
import { type AppointmentValues, emptyRequest } from './appointment-schema.ts';
import { saveUnsentDraft, takeDraft } from './draft.ts';
import type { AppointmentFormControls } from './use-appointment-request.ts';

/** Where forms were left since this page was loaded. */
const leftHere = new Set<string>();

/** Whoever opens the page anew, by its address or a link, finds an empty form. */
const cameByBack = (place: string): boolean =>
  leftHere.has(place) ||
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'back_forward');

/**
 * Fills in today, then the draft once it is known who is here; only where nothing else was typed meanwhile.
 * True when a member has come back to a draft.
 */
export function useDraft(form: AppointmentFormControls): boolean {
  const { state, user } = useSession();
  const { key: place } = useLocation();
  const [cameBack, setCameBack] = useState(false);
  const owner = user?.uid;
  // Whoever signs out with a filled form before them leaves it behind as theirs.
  const typist = useRef(owner);
  if (owner) typist.current = owner;

  useEffect(() => fillUntouched(form, emptyRequest(new Date())), [form]);

  useEffect(() => {
    if (state === 'loading') return;
    const draft = takeDraft(owner, cameByBack(place) ? place : undefined);
    if (!draft) return;
    fillUntouched(form, draft.values);
    if (draft.sent) setCameBack(state === 'signed-in');
  }, [form, state, owner, place]);

  useEffect(() => {
    const leave = () => {
      const values = form.getValues();
      leftHere.add(place);
      if (isTouched(values)) saveUnsentDraft(values, { place, owner: typist.current });
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [form, place]);

  return cameBack;
}

const names = Object.keys(emptyRequest(new Date())) as (keyof AppointmentValues)[];

/** Whether anything stands in the form that was not there from the beginning. */
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
