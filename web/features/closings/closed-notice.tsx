import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Day } from '#contract/days.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { closingsQuery } from './closing-queries.ts';
import { formatClosed } from './closing-texts.ts';

/** Says that a day or a part of it is closed, with a link to the outcome for its donors. */
export function ClosedNotice({ centerId, date }: { centerId: string; date: Day }) {
  const { user } = useSession();
  const { data = [] } = useQuery(closingsQuery(user?.uid, centerId));
  const closed = data.filter((closing) => closing.date === date).map(formatClosed);
  if (closed.length === 0) return null;
  const day = closed.join('; ');
  return (
    <p className="flex flex-wrap items-center gap-x-3 rounded-medium bg-warn-soft px-4 py-2 text-warn">
      <strong>{t`Closed: ${day}`}</strong>
      <Link to={`/staff/closings?center=${centerId}`} className="bb-row-link">
        <Trans>See the donors in Closings</Trans>
      </Link>
    </p>
  );
}
