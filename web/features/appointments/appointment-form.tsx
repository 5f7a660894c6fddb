import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, Suspense, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { CenterDay } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { bloodGroups } from '#contract/values.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { pageData } from '#web/before-react/page-data.ts';
import { Button } from '#web/components/button.tsx';
import '#web/components/choices.css';
import { useOnline } from '#web/browser/use-online.ts';
import { Field } from '#web/components/field.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { EligibilityLink } from '#web/features/eligibility/eligibility-link.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { fieldMessage } from '#web/i18n/field-messages.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';
import { phoneHint } from '#web/queries/phone-field.ts';
import { offlineQueue } from '../../pwa/offline-queue.ts';
import { PublishReview } from '../reviews/publish-review.tsx';
import { DayInput } from './calendar/day-input.tsx';
import type { AppointmentFormControls } from './form/appointment-schema.ts';
import type { CenterInfo } from './form/center-choices.tsx';
import { DayTaken } from './form/day-taken.tsx';
import { useAppointmentRequest } from './form/use-appointment-request.ts';
import { isPastDay } from './list/split-by-day.ts';
import { useQueuedRequests } from './list/use-queued-requests.ts';

/**
 * This component loads when the form is used. If the choices cannot be loaded, the form works without them,
 * because donors may type a place that is not a center.
 */
const CenterChoices = lazyComponent(
  () => import('./form/center-choices.tsx'),
  () => null,
);

type FormProps = { onAccepted?: () => void };

/** Renders the appointment request form. Several instances may be on one page (landing section and modal). */
export function AppointmentForm({ onAccepted }: FormProps) {
  const request = useAppointmentRequest(onAccepted);
  const { element, form, submit, note, hasDraft, isWaiting, lastDetails, saveAsDraft, suggested } = request;
  const { register, control } = form;
  const { errors, isSubmitting } = useFormState({ control });
  const [isUsed, setIsUsed] = useState(false);
  const [centerInfo, setCenterInfo] = useState<CenterInfo>({});

  return (
    <form
      ref={element}
      onSubmit={submit}
      onFocus={() => setIsUsed(true)}
      noValidate
      className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 [&_.bb-input]:scroll-mt-20"
    >
      <div className="grid gap-2 sm:col-span-2">
        <p role="status" className="font-medium text-good empty:-mb-2">
          {note}
        </p>
        <EligibilityLink onLeave={saveAsDraft} />
        <FormStatus form={form} isWaiting={isWaiting} lastDetails={lastDetails} />
      </div>
      <Field label={t`Name`} error={fieldMessage(errors.name?.message)}>
        {(aria) => <input {...aria} {...register('name')} className="bb-input" autoComplete="name" />}
      </Field>
      <Field label={t`Phone`} hint={phoneHint()} error={fieldMessage(errors.phone?.message)}>
        {(aria) => (
          <input
            {...aria}
            {...register('phone')}
            className="bb-input"
            type="tel"
            inputMode={pageData().site.phones ? 'tel' : 'numeric'}
            autoComplete={pageData().site.phones ? 'tel' : 'tel-national'}
          />
        )}
      </Field>
      <div className="relative">
        <Field label={t`Donation Center`} error={fieldMessage(errors.center?.message)}>
          {(aria) => (
            <input {...aria} {...register('center')} list={centerInfo.listId} className="bb-input" />
          )}
        </Field>
        {pageData().site.hasCenters && <CentersLink onLeave={saveAsDraft} />}
      </div>
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
        <DateField form={form} error={fieldMessage(errors.date?.message)} days={centerInfo.days} />
        {errors.date && request.blocking && <DayTaken appointment={request.blocking} onLeave={saveAsDraft} />}
        {(isUsed || note || hasDraft) && (
          <WatchedCenterChoices
            form={form}
            suggested={suggested}
            onChange={setCenterInfo}
            onLeave={saveAsDraft}
          />
        )}
      </div>
      <div className="sm:col-span-2">
        <Field label={t`Opinion (optional)`} error={fieldMessage(errors.opinion?.message)}>
          {(aria) => <textarea {...aria} {...register('opinion')} className="bb-input" rows={3} />}
        </Field>
        <ReviewFields form={form} />
      </div>
      <div className="grid gap-3 sm:col-span-2">
        <p role="alert" className="bb-error">
          {request.failure}
        </p>
        <p role="status" className="grid font-medium text-warn empty:hidden *:[grid-area:1/1]">
          {request.queued && (
            // Keep the space, to avoid a layout shift when the connection is back.
            <span className={request.queued === 'reconnected' ? 'invisible' : ''}>
              <Trans>
                Your request is saved on this device. It is not sent yet, because we could not reach the
                server. Press Submit to try again, or send it when you're back online.
              </Trans>
            </span>
          )}
          {request.queued === 'reconnected' && (
            <span>
              <Trans>You're back online. Press Submit to send your request.</Trans>
            </span>
          )}
        </p>
        <ChargeText />
        <Button type="submit" size="large" isBusy={isSubmitting} className="justify-self-start">
          <Trans>Submit</Trans>
        </Button>
      </div>
    </form>
  );
}

/**
 * Renders the note about the charge. An unpaid appointment keeps its slot and its pass, and has no date by
 * which it must be paid.
 */
function ChargeText() {
  const { fee } = pageData().site;
  if (!fee) return null;
  const { price } = fee;
  return (
    <p>{t`After you submit, pay the ${price} service charge by card at any time. Your appointment counts before you pay.`}</p>
  );
}

/**
 * Renders a link that is placed absolutely in the label's line, to avoid a layout shift when the centers
 * load.
 */
const CentersLink = ({ onLeave }: { onLeave: () => void }) => (
  <Link to="/centers" onClick={onLeave} className="bb-row-link absolute right-0 -top-2.5">
    <Trans>All centers</Trans>
  </Link>
);

/**
 * Watches the form before the choices are loaded, because text typed between their first render and their
 * effects would be missed.
 */
function WatchedCenterChoices(props: Omit<ComponentProps<typeof CenterChoices>, 'text' | 'dateText'>) {
  const [text = '', dateText = ''] = useWatch({ control: props.form.control, name: ['center', 'date'] });
  return (
    <Suspense>
      <CenterChoices {...props} text={text} dateText={dateText} />
    </Suspense>
  );
}

type FormStatusProps = {
  form: AppointmentFormControls;
  isWaiting: boolean;
  lastDetails: { isFilledIn: boolean; clear: () => void };
};

/**
 * Explains what happens to a visitor's input, what to do after sign-in, or that the last details were filled
 * in. Its space is reserved.
 */
function FormStatus({ form, isWaiting, lastDetails }: FormStatusProps) {
  const { state } = useSession();
  const clear = () => {
    lastDetails.clear();
    form.setFocus('name');
  };
  return (
    <div className="bb-hint flex min-h-11 flex-wrap items-center gap-x-3 sm:-mt-1 sm:-mb-3">
      {state === 'signed-out' && (
        <p>
          <Trans>You sign in at the end. Nothing you type is lost.</Trans>
        </p>
      )}
      {state === 'signed-in' && isWaiting && (
        <p className="font-semibold text-ink">
          <Trans>You are signed in. Check your request and tap Submit.</Trans>
        </p>
      )}
      {state === 'signed-in' && lastDetails.isFilledIn && (
        <>
          <p>
            <Trans>Filled in from last time.</Trans>
          </p>
          <button type="button" className="bb-row-link" onClick={clear}>
            <Trans>Clear</Trans>
          </button>
        </>
      )}
      {state === 'signed-in' && <SavedRequests />}
    </div>
  );
}

/**
 * While offline, says that an earlier page has saved requests on this device. While online, a strip offers to
 * send them.
 */
function SavedRequests() {
  const { user } = useSession();
  const saved = useQueuedRequests(user?.uid, offlineQueue.listUnclaimed);
  const isOnline = useOnline();
  if (isOnline || saved.length === 0) return null;
  return (
    <p>
      <Trans>A request that you saved on this device is not sent yet.</Trans>{' '}
      <Link to="/dashboard/appointments" className="bb-row-link">
        <Trans>Your appointments</Trans>
      </Link>
    </p>
  );
}

function ReviewFields({ form }: { form: AppointmentFormControls }) {
  const [opinion, name, publishAs] = useWatch({
    control: form.control,
    name: ['opinion', 'name', 'publishAs'],
  });
  const choose = (choice: typeof publishAs) => form.setValue('publishAs', choice);
  return <PublishReview opinion={opinion} name={name} publishAs={publishAs} choose={choose} />;
}

type Props = {
  form: AppointmentFormControls;
  error: string | undefined;
  days: readonly CenterDay[] | undefined;
};

function DateField({ form, error, days }: Props) {
  const { isSubmitted } = useFormState({ control: form.control });
  const text = useWatch({ control: form.control, name: 'date' });
  const choose = (day: Day) =>
    form.setValue('date', formatDay(day), { shouldValidate: isSubmitted, shouldDirty: true });
  const selected = parseTypedDay(text ?? '');
  return (
    <DayInput
      input={form.register('date')}
      error={error}
      hint={
        selected && isPastDay({ date: selected }) ? t`This day is over. Choose today or later.` : undefined
      }
      selected={selected}
      onSelect={choose}
      days={days}
    />
  );
}
