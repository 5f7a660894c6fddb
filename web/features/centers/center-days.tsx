import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Center, CenterDay } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { Button } from '#web/components/button.tsx';
import { pendingMark } from '#web/components/class-names.ts';
import { RequestLink } from '#web/components/request-link.tsx';
import { formatDay, formatDayAndWeekday } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { formatHours } from './day-texts.ts';

type Props = { center: Center; days: readonly CenterDay[] };

const FIRST_DAYS = 8;

/**
 * Lists the next donation days of a center, with free slots. Any day can be requested at a center without
 * donation days.
 */
export function CenterDays({ center, days }: Props) {
  const [isLong, setIsLong] = useState(false);
  const clinics = days.filter(({ open, isClosed }) => open || isClosed);
  const shown = isLong ? clinics : clinics.slice(0, FIRST_DAYS);
  const { name } = center;
  if (days.length === 0)
    return (
      <section aria-label={t`Next days`} className="bb-card grid justify-items-start gap-4 p-6">
        <p>
          <Trans>You can request an appointment here on any day.</Trans>
        </p>
        <RequestLink prefill={{ center: name, note: t`We filled in ${name}.` }}>
          <Trans>Request an appointment</Trans>
        </RequestLink>
      </section>
    );
  return (
    <section aria-labelledby="next-days" className="bb-card grid gap-4 p-6">
      <h2 id="next-days" className="text-heading">
        <Trans>Next days</Trans>
      </h2>
      {clinics.length === 0 && (
        <p>
          <Trans>There are no donation days in the next three months. Please look again later.</Trans>
        </p>
      )}
      <ul className="grid gap-2">
        {shown.map((day) => (
          <li key={day.date}>
            <DayRow center={center} day={day} />
          </li>
        ))}
      </ul>
      {clinics.length > shown.length && (
        <Button variant="outlined" className="justify-self-start" onClick={() => setIsLong(true)}>
          <Trans>Show more days</Trans>
        </Button>
      )}
    </section>
  );
}

function DayRow({ center, day }: { center: Center; day: CenterDay }) {
  const { free, isClosed } = day;
  const isFull = free === 0;
  const slots = formatNumber(free);
  const date = formatDay(day.date as Day);
  const { name } = center;
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="grid">
        <strong>{formatDayAndWeekday(day.date as Day)}</strong>
        {!isClosed && <span className="bb-hint">{formatHours(day)}</span>}
      </span>
      {isClosed ? (
        <span className={pendingMark}>
          <Trans>Closed</Trans>
        </span>
      ) : (
        <span className="flex grow items-center justify-between gap-3 sm:justify-end">
          <span className={isFull ? pendingMark : undefined}>
            {isFull ? <Trans>Full</Trans> : <Trans>Free places: {slots}</Trans>}
          </span>
          <RequestLink
            size="small"
            variant="outlined"
            aria-label={isFull ? t`Waiting list for ${date}` : t`Request ${date}`}
            prefill={{
              center: name,
              date: day.date as Day,
              note: isFull
                ? t`${date} is full. You can join its waiting list below the date.`
                : t`We filled in ${name} and ${date}.`,
            }}
          >
            {isFull ? <Trans>Waiting list</Trans> : <Trans>Request</Trans>}
          </RequestLink>
        </span>
      )}
    </div>
  );
}
