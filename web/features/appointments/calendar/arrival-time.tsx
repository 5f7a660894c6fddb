import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import type { CenterDay } from '#contract/centers.ts';
import '#web/components/choices.css';
import { SelectField } from '#web/components/select-field.tsx';
import { formatTime } from '#web/i18n/days.ts';

type Intervals = NonNullable<CenterDay['intervals']>;

type Props = ComponentProps<'select'> & {
  intervals: Intervals;
  hint?: string | undefined;
  /** Whether the donor may leave the choice to the center. */
  hasFirstFree?: boolean;
};

/** Asks for the arrival time at a center. Times that have passed are left out. */
export const ArrivalTime = ({ intervals, hint, hasFirstFree = false, ...select }: Props) => (
  <SelectField label={t`Arrival time`} hint={hint} {...select} className="sm:max-w-80">
    {hasFirstFree && <option value="">{t`First free time`}</option>}
    {withoutPast(intervals).map(({ time, free, isClosed }) => (
      <option key={time} value={time} disabled={free === 0}>
        {free > 0
          ? formatTime(time)
          : isClosed
            ? t`${formatTime(time)} (closed)`
            : t`${formatTime(time)} (full)`}
      </option>
    ))}
  </SelectField>
);

const withoutPast = (intervals: Intervals) => intervals.filter(({ isOver }) => !isOver);
