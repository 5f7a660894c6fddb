import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { add } from 'date-fns/add';
import { useState } from 'react';
import { type Day, toDate, toDay } from '#contract/days.ts';
import { lastDeferralDay } from '#contract/staff-check-in.ts';
import { Button } from '#web/components/button.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';
import { FutureDayInput } from '../../appointments/day-field.tsx';

/** The usual deferrals, in months. */
const months = [1, 3, 4, 6, 12];

/**
 * Asks for the end of a donor's deferral: one tap for the usual durations, or a date. Never asks for the
 * reason.
 */
export function DeferralChoice({ today, onChoose }: { today: Day; onChoose: (day: Day) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const tomorrow = toDay(add(toDate(today), { days: 1 }));
  const day = parseTypedDay(text);
  const change = (next: string) => {
    setText(next);
    setError(undefined);
  };
  const defer = () => {
    if (!day || day < tomorrow) setError(t`Choose a day from tomorrow on`);
    else if (day > lastDeferralDay(today)) setError(t`Choose a day within the next 10 years`);
    else onChoose(day);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3 border-line border-t pt-3 pb-1 col-span-full xl:w-full xl:max-w-3xl xl:justify-self-end">
      <legend className="float-left mb-2 font-semibold">
        <Trans>May donate again in</Trans>
      </legend>
      <div className="clear-both grid grid-cols-2 gap-2 sm:grid-cols-5">
        {months.map((count) => (
          <Button
            key={count}
            variant="outlined"
            className="min-h-12 whitespace-nowrap px-2 text-small"
            onClick={() => onChoose(toDay(add(toDate(today), { months: count })))}
          >
            {plural(count, { one: '# month', other: '# months' })}
          </Button>
        ))}
      </div>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          defer();
        }}
      >
        <FutureDayInput
          label={t`Or from this day`}
          input={{ value: text, onChange: ({ target }) => change(target.value) }}
          error={error}
          selected={day}
          onSelect={(chosen) => change(formatDay(chosen))}
        />
        <Button type="submit" className="min-h-12 justify-self-start">
          <Trans>Defer</Trans>
        </Button>
      </form>
    </fieldset>
  );
}
