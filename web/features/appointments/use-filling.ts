import { useEffect, useState } from 'react';
import { dayText } from '#web/language/days.ts';
import { takeFillings } from './fill-in.ts';
import type { AppointmentFormControls } from './use-appointment-request.ts';

/** Lets other parts of the site fill in place and day. Gives the note of what they filled in, and what takes it away. */
export function useFilling(form: AppointmentFormControls): [note: string, forget: () => void] {
  const [note, setNote] = useState('');

  useEffect(
    () =>
      takeFillings(({ center, date, note: told }) => {
        const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
        if (center !== undefined) form.setValue('center', center, how);
        if (date) form.setValue('date', dayText(date), how);
        setNote(told);
      }),
    [form],
  );
  return [note, () => setNote('')];
}
