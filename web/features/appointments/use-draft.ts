import { useEffect, useState } from 'react';
import { useSession } from '#web/session/session.tsx';
import { type AppointmentValues, emptyRequest } from './appointment-schema.ts';
import { takeDraft } from './draft.ts';
import type { AppointmentFormControls } from './use-appointment-request.ts';

/**
 * Fills in today, then the draft once it is known who is here; only where nothing else was typed meanwhile.
 * True when a member has come back to a draft.
 */
export function useDraft(form: AppointmentFormControls): boolean {
  const { state, user } = useSession();
  const [cameBack, setCameBack] = useState(false);

  useEffect(() => fillUntouched(form, emptyRequest(new Date())), [form]);

  useEffect(() => {
    if (state === 'loading') return;
    const draft = takeDraft(user?.uid);
    if (!draft) return;
    fillUntouched(form, draft);
    setCameBack(state === 'signed-in');
  }, [form, state, user?.uid]);

  return cameBack;
}

function fillUntouched(form: AppointmentFormControls, values: Partial<AppointmentValues>): void {
  const untouched = emptyRequest(new Date());
  const typed = form.getValues();
  for (const name of Object.keys(untouched) as (keyof AppointmentValues)[]) {
    const value = values[name];
    if (value && (!typed[name] || typed[name] === untouched[name])) form.setValue(name, value);
  }
}
