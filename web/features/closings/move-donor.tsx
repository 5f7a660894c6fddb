import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type Day, toDate } from '#contract/days.ts';
import type { StaffDisplacedAppointment } from '#contract/staff-closings.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery } from '#web/api/queries.ts';
import { Button } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { centerDaysQuery } from '#web/queries/center-queries.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { closingFieldMessage } from './closing-texts.ts';
import { listSuitableDays } from './suitable-days.ts';

type Slot = { date: string; time?: string };
type Props = {
  centerId: string;
  /** If the time of the donor's appointment is free on the new day, it is kept. */
  donor: Pick<StaffDisplacedAppointment, 'from' | 'earliestDay' | 'busyDays'>;
  /** Books the slot. Returns an error text if it cannot be booked. */
  onMove: (slot: Slot) => Promise<string | undefined>;
};

/**
 * Books another day for a donor who is on the phone. Offers the days and times that are free and suit the
 * donor.
 */
export function MoveDonor({ centerId, donor, onMove }: Props) {
  const query = useQuery(centerDaysQuery(centerId));
  const { data, error, refetch } = query;
  const [chosen, setChosen] = useState({ date: '', time: donor.from.time });
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  if (!data)
    return error ? (
      <LoadError name={t`The free days`} query={query} />
    ) : (
      <Spinner label={t`Loading the free days`} />
    );
  const days = listSuitableDays(data, donor);
  const day = days.find(({ date }) => date === chosen.date) ?? days[0];
  if (!day) return <p>{t`No day that suits this donor has a free place.`}</p>;
  const times = day.intervals?.filter(({ free }) => free > 0) ?? [];
  const time = times.some((interval) => interval.time === chosen.time) ? chosen.time : times[0]?.time;
  const move = () =>
    attempt(async () => {
      const message = await onMove({ date: day.date, ...(time && { time }) }).catch((cause: unknown) => {
        const { date, time } = (cause instanceof ApiError && cause.fields) || {};
        if (!date && !time) throw cause;
        return closingFieldMessage(date ?? time);
      });
      if (message === undefined) return;
      // Another donor may have taken the slot in the meantime.
      await refetch();
      throw new Error(message);
    });
  return (
    <div className="grid gap-4 rounded-medium bg-soft p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t`New day`}
          value={day.date}
          onChange={({ target }) => setChosen({ date: target.value, time: chosen.time })}
        >
          {days.map(({ date, free }) => (
            <option key={date} value={date}>
              {describeDay(date as Day, free)}
            </option>
          ))}
        </SelectField>
        {time && (
          <SelectField
            label={t`Arrival time`}
            value={time}
            onChange={({ target }) => setChosen({ date: day.date, time: target.value })}
          >
            {times.map((interval) => (
              <option key={interval.time} value={interval.time}>
                {formatTime(interval.time)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <FormError text={failure} />
      <Button size="small" isBusy={isBusy} className="justify-self-start" onClick={() => void move()}>
        <Trans>Book this day</Trans>
      </Button>
    </div>
  );
}

const shortDay = new Intl.DateTimeFormat(pageLocale, { weekday: 'short', month: 'short', day: 'numeric' });

/** Returns a text that is short enough for a select on a phone: `Sat, Nov 28: 2 free`. */
function describeDay(day: Day, free: number): string {
  const [date, slots] = [shortDay.format(toDate(day)), formatNumber(free)];
  return t`${date}: ${slots} free`;
}
