import type { ComponentProps } from 'react';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form';
import { type Day, utcDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';
import { calendarError, DayInput } from './calendar/day-input.tsx';

const MAX_DAYS_AHEAD = 5 * 366;

const AnyCalendar = lazyComponent(
  async () => ({ default: (await import('./calendar/date-picker.tsx')).Calendar }),
  calendarError,
);

const Calendar = (props: Pick<ComponentProps<typeof AnyCalendar>, 'selected' | 'onSelect'>) => (
  <AnyCalendar {...props} last={utcDay(siteNow() + MAX_DAYS_AHEAD * 86_400_000)} />
);

type InputProps = Omit<ComponentProps<typeof DayInput>, 'Calendar' | 'days'> & { label: string };

/**
 * Renders the date input of deferrals, closings and series. Its calendar goes from today to five years ahead.
 */
export const FutureDayInput = (props: InputProps) => <DayInput {...props} Calendar={Calendar} />;

type FieldProps<Values extends FieldValues, Output> = Pick<InputProps, 'label' | 'hint' | 'error'> & {
  form: UseFormReturn<Values, unknown, Output>;
  name: Path<Values>;
  onSelect?: () => void;
};

/** Renders `FutureDayInput` as a form field, whose value is the typed text. */
export function DayField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  const { form, name, onSelect, ...texts } = props;
  const text = useWatch({ control: form.control, name }) as string;
  const select = (day: Day) => {
    form.setValue(name, formatDay(day) as PathValue<Values, Path<Values>>, {
      shouldValidate: form.formState.isSubmitted,
      shouldDirty: true,
    });
    onSelect?.();
  };
  return (
    <FutureDayInput {...texts} input={form.register(name)} selected={parseTypedDay(text)} onSelect={select} />
  );
}
