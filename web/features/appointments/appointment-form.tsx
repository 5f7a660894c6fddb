import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { Day } from '#contract/days.ts';
import { bloodGroups } from '#contract/values.ts';
import { Button } from '#web/components/button.tsx';
import '#web/components/choices.css';
import { Field } from '#web/components/field.tsx';
import { EligibilityLink } from '#web/features/eligibility/eligibility-link.tsx';
import { formatDay, parseTypedDay } from '#web/i18n/days.ts';
import { fieldMessage } from '#web/i18n/field-messages.ts';
import { PublishReview } from '../reviews/publish-review.tsx';
import { DayInput } from './day-input.tsx';
import { type AppointmentFormControls, useAppointmentRequest } from './use-appointment-request.ts';

/** The appointment request form. Several instances may be on one page (landing section and modal). */
export function AppointmentForm({ onAccepted }: { onAccepted?: () => void }) {
  const { form, submit, failure, note, isDraftRestored, saveAsDraft } = useAppointmentRequest(onAccepted);
  const { register, control } = form;
  const { errors, isSubmitting } = useFormState({ control });
  const element = useScrollToDraft(isDraftRestored);

  return (
    <form
      ref={element}
      onSubmit={submit}
      noValidate
      className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2"
    >
      <div className="grid gap-2 sm:col-span-2">
        <p role="status" className="font-medium text-good empty:-mb-2">
          {note}
        </p>
        <EligibilityLink onLeave={saveAsDraft} />
      </div>
      <Field label={t`Name`} error={fieldMessage(errors.name?.message)}>
        {(aria) => <input {...aria} {...register('name')} className="bb-input" autoComplete="name" />}
      </Field>
      <Field label={t`Phone`} hint={t`11 digits`} error={fieldMessage(errors.phone?.message)}>
        {(aria) => (
          <input
            {...aria}
            {...register('phone')}
            className="bb-input"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
          />
        )}
      </Field>
      <Field label={t`Donation Center`} error={fieldMessage(errors.center?.message)}>
        {(aria) => <input {...aria} {...register('center')} className="bb-input" />}
      </Field>
      <Field label={t`Blood Group`} error={fieldMessage(errors.bloodGroup?.message)}>
        {(aria) => (
          <select {...aria} {...register('bloodGroup')} className="bb-input bb-select">
            {bloodGroups.map((group) => (
              <option key={group}>{group}</option>
            ))}
          </select>
        )}
      </Field>
      <div className="sm:col-span-2">
        <DateField form={form} error={fieldMessage(errors.date?.message)} />
      </div>
      <div className="sm:col-span-2">
        <Field label={t`Opinion (optional)`} error={fieldMessage(errors.opinion?.message)}>
          {(aria) => <textarea {...aria} {...register('opinion')} className="bb-input" rows={3} />}
        </Field>
        <ReviewFields form={form} />
      </div>
      <div className="grid gap-3 sm:col-span-2">
        <p role="alert" className="bb-error">
          {failure}
        </p>
        <Button type="submit" size="large" isBusy={isSubmitting} className="justify-self-start">
          <Trans>Submit</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Scrolls to the form when a draft was restored after sign-in, unless the reader has already scrolled. */
function useScrollToDraft(isDraftRestored: boolean) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isDraftRestored && window.scrollY === 0) element.current?.scrollIntoView({ block: 'center' });
  }, [isDraftRestored]);
  return element;
}

function ReviewFields({ form }: { form: AppointmentFormControls }) {
  const [opinion, name, publishAs] = useWatch({
    control: form.control,
    name: ['opinion', 'name', 'publishAs'],
  });
  const choose = (choice: typeof publishAs) => form.setValue('publishAs', choice);
  return <PublishReview {...{ opinion, name, publishAs, choose }} />;
}

type Props = { form: AppointmentFormControls; error: string | undefined };

function DateField({ form, error }: Props) {
  const { isSubmitted } = useFormState({ control: form.control });
  const text = useWatch({ control: form.control, name: 'date' });
  const choose = (day: Day) =>
    form.setValue('date', formatDay(day), { shouldValidate: isSubmitted, shouldDirty: true });
  return (
    <DayInput
      input={form.register('date')}
      error={error}
      selected={parseTypedDay(text ?? '')}
      onSelect={choose}
    />
  );
}
