import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Day } from '#contract/days.ts';
import { countConflicts } from '#contract/staff-check-in.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';

/** Interval between requests. A device that was offline yesterday may send its changes at any time. */
const REFRESH_MS = 60_000;

type Props = { centerId: string; day: Day };

/** Leads a coordinator to yesterday's conflicts, which no list of today shows. */
export function UnresolvedConflicts({ centerId, day }: Props) {
  const { user } = useSession();
  const { data: { count } = { count: 0 } } = useQuery({
    queryKey: ['staff', user?.uid, 'conflicts', centerId, day],
    queryFn: ({ signal }) => call(countConflicts, { signal, params: { id: centerId }, query: { date: day } }),
    refetchInterval: REFRESH_MS,
  });
  if (count === 0) return null;
  const search = new URLSearchParams({ center: centerId, date: day });
  return (
    <p className="flex flex-wrap items-center gap-x-3 rounded-medium bg-warn-soft px-4 py-2 text-warn">
      {plural(count, {
        one: 'Check # appointment of yesterday.',
        other: 'Check # appointments of yesterday.',
      })}
      <Link to={`?${search}`} className="bb-row-link">
        {t`See yesterday`}
      </Link>
    </p>
  );
}
