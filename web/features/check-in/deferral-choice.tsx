import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { add } from 'date-fns/add';
import { useState } from 'react';
import { type Day, toDay } from '#contract/days.ts';
import { Button } from '#web/components/button.tsx';

/** The usual deferrals, in months. */
const months = [1, 3, 4, 6, 12];

/** Until when a donor is deferred: one tap for the usual times, or a date. Never the reason. */
export function DeferralChoice({ onChoose }: { onChoose: (day: Day) => void }) {
  const [day, setDay] = useState('');
  const tomorrow = toDay(add(new Date(), { days: 1 }));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3 border-line border-t pt-3 sm:col-span-full">
      <legend className="float-left mb-2 font-semibold">
        <Trans>May donate again in</Trans>
      </legend>
      <div className="clear-both grid grid-cols-3 gap-2 sm:grid-cols-5">
        {months.map((count) => (
          <Button
            key={count}
            variant="outlined"
            className="min-h-12 px-1"
            onClick={() => onChoose(toDay(add(new Date(), { months: count })))}
          >
            {plural(count, { one: '# month', other: '# months' })}
          </Button>
        ))}
      </div>
      <div className="grid gap-2 sm:flex sm:items-end">
        <label className="grid min-w-0 grow gap-1">
          {t`Or from this day`}
          <input
            type="date"
            className="bb-input min-w-0"
            min={tomorrow}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </label>
        <Button className="min-h-12" onClick={() => day >= tomorrow && onChoose(day as Day)}>
          <Trans>Defer</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
