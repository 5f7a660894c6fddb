import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { type Center, type CenterDay, TIME_PATTERN } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { RequestLink } from '#web/components/request-link.tsx';
import { formatDayAndTime } from '#web/i18n/days.ts';

/** Says whether the day and time in the page's URL are still free, with a link to request them if so. */
export function ChosenDay({ center, days }: { center: Center; days: readonly CenterDay[] }) {
  const [search] = useSearchParams();
  const day = days.find(({ date }) => date === search.get('date'));
  if (!day) return null;
  const sent = search.get('time') ?? '';
  const time = TIME_PATTERN.test(sent) && day.intervals ? sent : undefined;
  const isFree = time
    ? day.intervals?.some((interval) => interval.time === time && interval.free > 0)
    : day.free > 0;
  const when = formatDayAndTime({ date: day.date as Day, time });
  const { name } = center;
  return (
    <section aria-label={t`Your choice`} className="bb-card grid justify-items-start gap-4 p-6">
      <p className="text-large font-semibold">
        {isFree ? t`You chose ${when}.` : t`${when} is not free any more. Choose another day below.`}
      </p>
      {isFree && (
        <RequestLink
          prefill={{
            center: name,
            date: day.date as Day,
            ...(time && { time }),
            note: t`We filled in ${name} and ${when}.`,
          }}
        >
          <Trans>Request this appointment</Trans>
        </RequestLink>
      )}
    </section>
  );
}
