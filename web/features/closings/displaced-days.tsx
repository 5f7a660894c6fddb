import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import type { Day } from '#contract/days.ts';
import type { ClosedState, StaffDisplacedAppointment } from '#contract/staff-closings.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatDayAndWeekday } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { useReloadClosings } from '#web/queries/use-reload-closings.ts';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { type Closing, closingsQuery, displacedQuery } from './closing-queries.ts';
import { formatClosed } from './closing-texts.ts';
import { DisplacedDonor } from './displaced-donor.tsx';

/**
 * Lists the donors whose day was closed or whose appointment the center canceled, with the outcome. Days with
 * donors who need a call or a refund come first. The rest of the page waits for this list, to avoid a layout
 * shift.
 */
export function DisplacedDays({ centerId, children }: { centerId: string; children: ReactNode }) {
  const { user } = useSession();
  const reload = useReloadClosings(centerId);
  const query = useQuery(displacedQuery(user?.uid, centerId));
  const closings = useQuery(closingsQuery(user?.uid, centerId));
  if (query.isLoading || closings.isLoading) return <Spinner label={t`Loading the donors`} />;
  const donors = query.data ?? [];
  const days = [...new Set(donors.map(({ from }) => from.date))].map((date) => ({
    date,
    donors: donors.filter(({ from }) => from.date === date),
    closings: (closings.data ?? []).filter((closing) => closing.date === date),
  }));
  const urgentFirst = [
    ...days.filter((day) => day.donors.some(isUrgent)),
    ...days.filter((day) => !day.donors.some(isUrgent)),
  ];
  return (
    <>
      {query.error && <StaffLoadError name={t`The donors`} query={query} />}
      {urgentFirst.map((day) => (
        <DayGroup key={day.date} {...day} centerId={centerId} />
      ))}
      {days.length > 0 && (
        <Button
          variant="outlined"
          isBusy={query.isFetching}
          className="justify-self-start"
          onClick={() => void reload()}
        >
          <Trans>Refresh</Trans>
        </Button>
      )}
      {children}
    </>
  );
}

type Props = { date: string; donors: StaffDisplacedAppointment[]; closings: Closing[]; centerId: string };

/** Shows the donors whom the coordinator must call or refund. The others are collapsed. */
function DayGroup({ date, donors, closings, centerId }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const urgent = donors.filter(isUrgent);
  const others = donors.filter((donor) => !isUrgent(donor));
  // If the day is not closed, the center has canceled single appointments.
  const isClosed = donors.some(
    ({ closingId, state }) => closingId || state === 'waiting' || state === 'moved',
  );
  const isOpenAgain = donors.some(({ state }) => state === 'restored') && !donors.some(isWaiting);
  const [closing] = closings;
  const hasOne = isClosed && !isOpenAgain && closings.length === 1;
  const day = hasOne && closing ? formatClosed(closing) : formatDayAndWeekday(date as Day);
  const title = isOpenAgain ? t`Reopened: ${day}` : isClosed ? t`Closed: ${day}` : t`Canceled: ${day}`;
  // When a donor has chosen, the row moves to the other list and the button that had the focus is removed.
  const keepFocus = () => {
    if (document.activeElement === document.body) heading.current?.focus();
  };
  const number = formatNumber(others.length);
  return (
    <section aria-label={title} className="bb-card grid grid-cols-1 gap-4 p-6">
      <h2 ref={heading} tabIndex={-1} className="text-heading">
        {title}
      </h2>
      <p>{summarize(donors)}</p>
      {urgent.length > 0 && <Donors donors={urgent} centerId={centerId} onResolved={keepFocus} />}
      {others.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">
            {urgent.length === 0 ? t`All donors (${number})` : t`The other donors (${number})`}
          </summary>
          <Donors donors={others} centerId={centerId} onResolved={keepFocus} />
        </details>
      )}
    </section>
  );
}

/** Whether a donor must be called or refunded, or was called and has not decided yet. */
const isUrgent = ({ needsCall, calledAt, state }: StaffDisplacedAppointment): boolean =>
  needsCall || state === 'declined' || (calledAt !== undefined && state === 'waiting');

const isWaiting = ({ state }: StaffDisplacedAppointment): boolean => state === 'waiting';

const Donors = ({ donors, ...rest }: Pick<Props, 'donors' | 'centerId'> & { onResolved: () => void }) => (
  <ul className="grid divide-y divide-line">
    {donors.map((donor) => (
      <li key={donor._id} className="py-4 first:pt-0 last:pb-0">
        <DisplacedDonor donor={donor} {...rest} />
      </li>
    ))}
  </ul>
);

/**
 * Returns the counts. Those that need the coordinator come first: `2 need a call, 1 waits for a refund, 3
 * chose another day`.
 */
function summarize(donors: StaffDisplacedAppointment[]): string {
  const calls = donors.filter(({ needsCall }) => needsCall).length;
  const count = (...states: ClosedState[]) =>
    donors.filter(({ state, needsCall }) => states.includes(state) && !needsCall).length;
  const refunds = donors.filter(({ state }) => state === 'declined').length;
  const [waiting, moved, canceled] = [count('waiting'), count('moved'), count('canceled', 'refunded')];
  const [recorded, restored] = [count('recorded'), count('restored')];
  const parts: [number, string][] = [
    [calls, plural(calls, { one: '# needs a call', other: '# need a call' })],
    [refunds, plural(refunds, { one: '# waits for a refund', other: '# wait for a refund' })],
    [waiting, plural(waiting, { one: '# has not answered yet', other: '# have not answered yet' })],
    [moved, plural(moved, { one: '# chose another day', other: '# chose another day' })],
    [canceled, plural(canceled, { one: '# is canceled', other: '# are canceled' })],
    [recorded, plural(recorded, { one: '# is recorded at the door', other: '# are recorded at the door' })],
    [restored, plural(restored, { one: '# keeps the appointment', other: '# keep the appointment' })],
  ];
  return parts.flatMap(([number, text]) => (number > 0 ? [text] : [])).join(', ');
}
