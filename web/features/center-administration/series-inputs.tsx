import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { addSeries } from '#contract/center-administration.ts';
import { type ClinicRule, countSlots, listIntervals } from '#contract/clinic-rule.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import '#web/components/choices.css';
import { TextField } from '#web/components/field.tsx';
import { DayField } from '../appointments/day-field.tsx';
import { centerFieldMessage } from './field-messages.ts';
import { weekdayName } from './series-texts.ts';
import type { SeriesValues } from './series-values.ts';

type Props = {
  form: UseFormReturn<SeriesValues, unknown, BodyOf<typeof addSeries>>;
  /** The rule of the values, if they are valid. */
  rule: ClinicRule | undefined;
};

const choiceClass = [
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-small border-[1.5px] border-control px-4 py-2 transition-[border-color]',
  'hover:border-ink-soft has-checked:border-red-ink has-checked:bg-red-soft',
].join(' ');

/** Renders the controls of a series: weekdays, first and last day, hours, how donors arrive, and slots. */
export function SeriesInputs({ form, rule }: Props) {
  const { register, formState } = form;
  const arrival = useWatch({ control: form.control, name: 'arrival' });
  const field = (name: keyof SeriesValues) => ({
    control: register(name),
    error: centerFieldMessage(formState.errors[name]?.message),
  });
  return (
    <>
      <Group legend={t`Weekdays`} error={field('weekdays').error}>
        {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
          <label key={weekday} className={choiceClass}>
            <input type="checkbox" className="bb-choice" value={weekday} {...register('weekdays')} />
            {weekdayName(weekday)}
          </label>
        ))}
      </Group>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-4">
        <DayField form={form} name="from" label={t`First day`} error={field('from').error} />
        <DayField
          form={form}
          name="until"
          label={t`Last day (optional)`}
          hint={t`Leave it empty if there is no end.`}
          error={field('until').error}
        />
        <TextField {...field('opens')} label={t`Opens`} type="time" />
        <TextField
          {...field('closes')}
          label={t`Closes`}
          type="time"
          hint={t`Midnight means the end of the day.`}
        />
      </div>
      <Group legend={t`When do donors arrive?`}>
        <label className={choiceClass}>
          <input type="radio" className="bb-choice" value="any-time" {...register('arrival')} />
          {t`At any time of the clinic`}
        </label>
        <label className={choiceClass}>
          <input type="radio" className="bb-choice" value="intervals" {...register('arrival')} />
          {t`At an arrival time that they choose`}
        </label>
      </Group>
      <div className="grid gap-4 sm:grid-cols-2">
        {arrival === 'intervals' && (
          <TextField
            {...field('intervalMinutes')}
            label={t`Minutes between arrival times`}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <TextField
          {...field('slots')}
          label={arrival === 'intervals' ? t`Donors for each arrival time` : t`Donors for each day`}
          hint={rule && arrival === 'intervals' ? describeTotal(rule) : undefined}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </>
  );
}

function describeTotal(rule: ClinicRule): string {
  const times = plural(listIntervals(rule).length, { one: '# arrival time', other: '# arrival times' });
  const donors = plural(countSlots(rule), { one: '# donor a day', other: '# donors a day' });
  return t`${times}, ${donors}`;
}

type GroupProps = { legend: string; error?: string | undefined; children: ReactNode };

function Group({ legend, error, children }: GroupProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="grid gap-2">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
      <p id={errorId} className="bb-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
