import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { BodyJson, ResponseOf } from '#contract/endpoint.ts';
import { maxLengthCheck, minLengthCheck } from '#contract/lengths.ts';
import { addClosing } from '#contract/staff-closings.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import type { StaffCenter } from '#web/queries/staff-center-queries.ts';
import { useReloadClosings } from '#web/queries/use-reload-closings.ts';
import '#web/components/choices.css';
import { pendingMark } from '#web/components/class-names.ts';
import { Field, TextField } from '#web/components/field.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section, SectionDone } from '#web/components/section.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';
import { DayField } from '../appointments/day-field.tsx';
import { staffErrorText } from '../staff/error-texts.ts';
import { NoEmailServer } from '../staff/no-email-server.tsx';
import { useStaff } from '../staff/staff-layout.tsx';
import { displacedQuery } from './closing-queries.ts';
import { closingFieldMessage, formatClosed } from './closing-texts.ts';

type Closing = BodyJson<typeof addClosing>;
const Values = z.object({
  date: z.string().check(minLengthCheck(1, 'Choose a day with a clinic')),
  isPart: z.boolean(),
  opens: z.string(),
  closes: z.string(),
  message: z.string().check(maxLengthCheck(500, 'Use at most 500 characters')),
});
type Values = z.infer<typeof Values>;
const emptyValues: Values = { date: '', isPart: false, opens: '09:00', closes: '13:00', message: '' };

/** Leaves text that is not a day unchanged, so that the server rejects it. */
const toClosing = ({ date, isPart, opens, closes, message }: Values): Closing => ({
  date: parseTypedDay(date) ?? date,
  ...(isPart && { opens, closes: closes === '00:00' ? '24:00' : closes }),
  ...(message && { message }),
});

/** Shows the booked donors, then closes the day and notifies these donors. */
export function CloseDay({ center }: { center: StaffCenter }) {
  const reload = useReloadClosings(center._id);
  const { form, field } = useFields(Values, { defaultValues: emptyValues, translate: closingFieldMessage });
  const isPart = useWatch({ control: form.control, name: 'isPart' });
  const [preview, setPreview] = useState<PreviewResult>();
  const { user } = useSession();
  const { dataUpdatedAt } = useQuery({ ...displacedQuery(user?.uid, center._id), enabled: false });
  const [done, setDone] = useState<{ text: string; at: number }>();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const params = { id: center._id };

  /** Runs the action, and shows rejected fields at their controls. */
  const show = (action: () => Promise<void>) =>
    attempt(async () => {
      try {
        await action();
      } catch (error) {
        const fields = Object.entries((error instanceof ApiError && error.fields) || {});
        if (fields.length === 0) throw error;
        for (const [index, [name, message]] of fields.entries())
          form.setError(name as keyof Values, { message }, { shouldFocus: index === 0 });
      }
    });
  const showPreview = (values: Values) =>
    show(async () => {
      setDone(undefined);
      const closing = toClosing(values);
      const result = await call(addClosing, { params, query: { preview: 'true' }, body: closing });
      setPreview({ closing, ...result });
    });
  const close = (closing: Closing) =>
    show(async () => {
      const { notified, toCall } = await call(addClosing, { params, query: {}, body: closing });
      setPreview(undefined);
      form.reset(emptyValues);
      // Load the part above the message first, because the message takes the focus.
      await reload();
      setDone({ text: closedText(formatClosed(closing), notified - toCall, toCall), at: Date.now() });
    });

  return (
    <Section title={t`Close a day`}>
      {/* Show this only until the list above is loaded again, because the text refers to that list. */}
      <SectionDone text={done && dataUpdatedAt <= done.at ? done.text : undefined} />
      <form
        className="grid gap-4"
        noValidate
        onSubmit={form.handleSubmit(showPreview)}
        onChange={() => setPreview(undefined)}
      >
        <div className="max-w-96">
          <DayField
            form={form}
            name="date"
            label={t`Day`}
            error={field('date').error}
            onSelect={() => setPreview(undefined)}
          />
        </div>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="checkbox" className="bb-choice" {...form.register('isPart')} />
          <Trans>Only a part of the day</Trans>
        </label>
        {isPart && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...field('opens')} label={t`Closed from`} type="time" />
            <TextField {...field('closes')} label={t`Closed until`} type="time" />
          </div>
        )}
        <Field
          label={t`Message to the donors (optional)`}
          hint={t`For example, why the center is closed.`}
          error={field('message').error}
        >
          {(aria) => <textarea {...aria} {...form.register('message')} className="bb-input" rows={3} />}
        </Field>
        <FormError text={failure} />
        {!preview && (
          <Button type="submit" isBusy={isBusy} className="justify-self-start">
            <Trans>See who is booked</Trans>
          </Button>
        )}
      </form>
      {preview && (
        <Preview
          {...preview}
          isBusy={isBusy}
          onConfirm={() => void close(preview.closing)}
          onCancel={() => setPreview(undefined)}
        />
      )}
    </Section>
  );
}

function closedText(day: string, emailed: number, toCall: number): string {
  if (emailed + toCall === 0) return t`Closed: ${day}. Nobody was booked.`;
  return [
    t`Closed: ${day}.`,
    ...(emailed > 0
      ? [plural(emailed, { one: '# donor is being notified.', other: '# donors are being notified.' })]
      : []),
    ...(toCall > 0
      ? [
          plural(toCall, {
            one: '# donor needs a call: see above.',
            other: '# donors need a call: see above.',
          }),
        ]
      : []),
  ].join(' ');
}

type PreviewResult = { closing: Closing } & Pick<ResponseOf<typeof addClosing>, 'displaced' | 'toCall'>;
type PreviewProps = PreviewResult & {
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

function Preview({ closing, displaced, toCall, isBusy, onConfirm, onCancel }: PreviewProps) {
  const day = formatClosed(closing);
  const count = displaced.length;
  const emailed = count - toCall;
  const { sendsEmail = true } = useStaff();
  return (
    <section aria-label={t`Who is booked`} className="grid gap-4 rounded-medium bg-soft p-4">
      <h3 ref={focusOnMount} tabIndex={-1} className="font-semibold">
        {count === 0
          ? t`Nobody is booked: ${day}.`
          : plural(count, { one: '# donor is booked', other: '# donors are booked' })}
      </h3>
      {count > 0 && (
        <>
          <NoEmailServer />
          <p className="empty:hidden">
            {emailed > 0 &&
              plural(emailed, {
                one: 'We ask # donor by email to choose another place.',
                other: 'We ask # donors by email to choose another place.',
              })}
            {emailed > 0 && toCall > 0 && ' '}
            {sendsEmail &&
              toCall > 0 &&
              plural(toCall, {
                one: '# donor has no confirmed email address: please call.',
                other: '# donors have no confirmed email address: please call.',
              })}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
          <ul tabIndex={0} aria-label={t`Donors`} className="grid max-h-80 gap-2 overflow-y-auto">
            {displaced.map(({ _id, name, time, phoneEnd, bloodGroup, needsCall }) => {
              const phone = toLocalDigits(phoneEnd);
              return (
                <li key={_id} className="grid gap-x-3 wrap-anywhere sm:flex sm:flex-wrap">
                  <strong>{name}</strong>
                  {sendsEmail && needsCall && (
                    <span className={pendingMark}>{t`No confirmed email address`}</span>
                  )}
                  <span className="bb-hint">
                    {[...(time ? [formatTime(time)] : []), bloodGroup, t`phone ends in ${phone}`].join(', ')}
                  </span>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
          {emailed === 0
            ? t`Close without emails`
            : plural(emailed, { one: 'Close and notify # donor', other: 'Close and notify # donors' })}
        </Button>
        <Button variant="outlined" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </section>
  );
}
