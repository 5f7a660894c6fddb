import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { NextDays as Found } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { useQuery } from '#web/api/queries.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { formatDayAndWeekday, formatTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { nextDaysQuery } from '#web/queries/center-queries.ts';

/** Shows where and when donors can come next, if the site has centers with free days. */
export function NextDays() {
  return pageData().site.hasCenters ? <FreeDays /> : null;
}

function FreeDays() {
  const { data } = useQuery(nextDaysQuery);
  if (!data || data.days.length === 0) return null;
  const time = formatTime(data.at);
  return (
    // Above the controls of the carousel on phones, below them on wide screens.
    <section
      aria-labelledby="next-free-days"
      className="bb-card w-full px-5 py-3 md:order-last md:px-6 md:py-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="next-free-days" className="text-large">
          <Trans>Next free days</Trans>
        </h2>
        <Link to="/centers" className="bb-row-link">
          <Trans>All donation centers</Trans>
        </Link>
      </div>
      <ul className="grid md:grid-cols-3 md:gap-x-6">
        {data.days.map((day) => (
          <li key={day.date} className="border-line border-t">
            <DayLink {...day} />
          </li>
        ))}
      </ul>
      <p className="bb-hint">
        <Trans>Free places as of {time}</Trans>
      </p>
    </section>
  );
}

function DayLink({ date, free, centers, center }: Found['days'][number]) {
  const [count, places] = [formatNumber(centers), formatNumber(free)];
  return (
    <Link
      to={center ? `/centers/${center._id}?date=${date}` : '/centers'}
      className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2 no-underline hover:underline md:grid"
    >
      <strong className="text-red-ink">{formatDayAndWeekday(date as Day)}</strong>
      <span className="min-w-0 wrap-anywhere">{center ? center.name : t`${count} centers`}</span>
      <span className="ms-auto text-ink-soft md:ms-0">
        <Trans>Free places: {places}</Trans>
      </span>
    </Link>
  );
}
