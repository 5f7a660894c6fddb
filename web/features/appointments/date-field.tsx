import { useFormState, useWatch } from 'react-hook-form';
import type { Day } from '#contract/days.ts';
import { dayText, readTypedDay } from '#web/language/days.ts';
import { DayInput } from './day-input.tsx';
import type { AppointmentFormControls } from './use-appointment-request.ts';

type Props = { form: AppointmentFormControls; error: string | undefined };

/** The donation day of the appointment form. */
export function DateField({ form, error }: Props) {
  const { isSubmitted } = useFormState({ control: form.control });
  const text = useWatch({ control: form.control, name: 'date' });
  const choose = (day: Day) =>
    form.setValue('date', dayText(day), { shouldValidate: isSubmitted, shouldDirty: true });
  return (
    <DayInput
      input={form.register('date')}
      error={error}
      selected={readTypedDay(text ?? '')}
      choose={choose}
    />
  );
}
