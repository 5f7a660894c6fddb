import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { minLengthCheck } from '#contract/lengths.ts';
import { ApiError } from '#web/api/errors.ts';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/field.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { parseTypedDay } from '#web/i18n/days.ts';
import { DayField } from '../appointments/day-field.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { closingFieldMessage } from './closing-texts.ts';

const Place = z.object({
  date: z.string().check(minLengthCheck(1, 'Choose the new day')),
  time: z.string(),
});
type Place = z.infer<typeof Place>;

type Props = {
  /** Returns why the place cannot be booked. */
  onMove: (place: { date: string; time?: string }) => Promise<string | undefined>;
};

/** Books another day for a donor who was called. */
export function MoveDonor({ onMove }: Props) {
  const { form, field } = useFields(Place, { defaultValues: { date: '', time: '' } });
  const { failure, attempt } = useFormAction(staffErrorText);
  const move = ({ date, time }: Place) =>
    attempt(async () => {
      try {
        const message = await onMove({ date: parseTypedDay(date) ?? date, ...(time && { time }) });
        if (message) form.setError('date', { message });
      } catch (error) {
        const { date, time } = (error instanceof ApiError && error.fields) || {};
        if (!date && !time) throw error;
        if (date) form.setError('date', { message: date });
        if (time) form.setError('time', { message: time });
      }
    });
  const text = (name: keyof Place) => ({ ...field(name), error: closingFieldMessage(field(name).error) });
  return (
    <form noValidate onSubmit={form.handleSubmit(move)} className="grid gap-4 rounded-medium bg-soft p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField form={form} name="date" label={t`New day`} error={text('date').error} />
        <TextField
          {...text('time')}
          label={t`Arrival time`}
          type="time"
          hint={t`Leave it empty for the first free one.`}
        />
      </div>
      <FormError text={failure} />
      <Button type="submit" size="small" isBusy={form.formState.isSubmitting} className="justify-self-start">
        <Trans>Book this day</Trans>
      </Button>
    </form>
  );
}
