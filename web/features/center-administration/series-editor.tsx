import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { addSeries, changeSeries, type Displacement } from '#contract/center-administration.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { Section } from '#web/components/section.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useFields } from '#web/components/use-fields.ts';
import type { StaffCenter } from '#web/queries/staff-center-queries.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { type Series, seriesQuery, toStoredRule } from './center-queries.ts';
import { ConfirmChange } from './confirm-change.tsx';
import { SeriesInputs } from './series-inputs.tsx';
import { describeSeries } from './series-texts.ts';
import { emptySeries, parseRule, SeriesForm, type SeriesValues, toValues } from './series-values.ts';

const SeriesCalendar = lazyComponent(() => import('./series-calendar.tsx'));

type Fields = BodyOf<typeof addSeries>;
type Props = {
  center: StaffCenter;
  /** Undefined for a new series. */
  series: Series | undefined;
  onDone: (message: string) => Promise<void>;
};

/** Adds or changes a series. While it is edited, a sentence and a calendar show its effect. */
export function SeriesEditor({ center, series, onDone }: Props) {
  const { form } = useFields<SeriesValues, Fields>(SeriesForm, {
    defaultValues: series ? toValues(toStoredRule(series)) : emptySeries(center, siteNow()),
  });
  const [pending, setPending] = useState<{ fields: Fields; displaced: Displacement[] }>();
  const { failure, attempt, isBusy } = useFormAction(staffErrorText);
  const values = useWatch({ control: form.control }) as SeriesValues;
  const rule = parseRule(values);

  const { user } = useSession();
  const cache = useQueryClient();
  // Keep the revision that is being edited, even after another coordinator's change arrives.
  const [revision] = useState(series?.revision);
  const send = async (fields: Fields, preview: 'true' | 'false') => {
    const query = { preview };
    const { _id: id } = center;
    if (!series) return call(addSeries, { query, body: fields, params: { id } });
    try {
      const params = { id, seriesId: series._id };
      return await call(changeSeries, { query, body: { ...fields, revision }, params });
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.code === 'changed-meanwhile';
      if (isOutdated) void cache.invalidateQueries({ queryKey: seriesQuery(user?.uid, id).queryKey });
      throw error;
    }
  };
  const save = async (fields: Fields) => {
    const { displaced } = await send(fields, 'false');
    await onDone(savedText(displaced));
  };
  const submit = form.handleSubmit((fields) =>
    attempt(async () => {
      const { displaced } = await send(fields, 'true');
      if (displaced.length === 0) await save(fields);
      else setPending({ fields, displaced });
    }),
  );
  const toggle = (day: string) => {
    const { exceptions } = form.getValues();
    const others = exceptions.filter((exception) => exception !== day);
    form.setValue('exceptions', others.length < exceptions.length ? others : [...exceptions, day].sort());
  };

  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <div className="grid gap-1">
        <h1 ref={focusOnMount} tabIndex={-1}>
          {series ? <Trans>Change clinics</Trans> : <Trans>Add clinics</Trans>}
        </h1>
        <p className="bb-lead wrap-anywhere">{center.name}</p>
      </div>
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-1 gap-6"
        onChange={() => setPending(undefined)}
      >
        <Section title={t`When and how many`}>
          <SeriesInputs form={form} rule={rule} />
        </Section>
        <Section title={t`What it means`}>
          <p role="status" className={rule ? 'font-semibold' : 'bb-hint'}>
            {rule
              ? describeSeries(rule)
              : t`Once every field above is filled in correctly, you see here what donors can book.`}
          </p>
          {rule && (
            <Suspense fallback={<Spinner label={t`Loading the calendar`} />}>
              <SeriesCalendar
                key={rule.from}
                rule={rule}
                onToggle={(day) => {
                  setPending(undefined);
                  toggle(day);
                }}
              />
            </Suspense>
          )}
        </Section>
        <FormError text={failure} />
        {pending ? (
          <ConfirmChange
            question={t`Save these clinics?`}
            action={t`Save anyway`}
            displaced={pending.displaced}
            isBusy={isBusy}
            onConfirm={() => void attempt(() => save(pending.fields))}
            onCancel={() => setPending(undefined)}
          />
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={isBusy}>
              <Trans>Save the clinics</Trans>
            </Button>
            <LinkButton to={`/staff/centers/${center._id}`} variant="outlined">
              <Trans>Cancel</Trans>
            </LinkButton>
          </div>
        )}
      </form>
    </div>
  );
}

function savedText(displaced: Displacement[]): string {
  const count = displaced.filter(({ reason }) => reason === 'closed').length;
  if (count === 0) return t`The clinics are saved.`;
  return plural(count, {
    one: 'The clinics are saved. # donor is asked to choose another day: see Closings.',
    other: 'The clinics are saved. # donors are asked to choose another day: see Closings.',
  });
}
