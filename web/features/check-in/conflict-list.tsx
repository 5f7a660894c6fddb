import { t } from '@lingui/core/macro';
import { useId } from 'react';
import type { Day } from '#contract/days.ts';
import type { StatusChange } from '#contract/staff-check-in.ts';
import { Button } from '#web/components/button.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { roleNames } from '../staff/texts.ts';
import type { CheckInRow } from './operations.ts';
import { formatClock, statusTexts } from './texts.ts';
import type { CheckInActions } from './use-check-in.ts';

type Props = {
  rows: readonly CheckInRow[];
  canDecide: boolean;
  /** A decision is being sent. */
  isBusy?: boolean;
  onDecide: CheckInActions['setStatus'];
};

/** Changes of two devices that contradict each other, and passes that two devices scanned, until a coordinator decides. */
export function ConflictList({ rows, ...props }: Props) {
  const conflicting = rows.filter(({ conflict }) => conflict);
  return (
    <>
      <Conflicts
        {...props}
        heading={t`Two devices disagree`}
        hint={
          props.canDecide
            ? t`Ask those who recorded it, then choose what happened. The latest one counts until then.`
            : t`The latest one counts until a coordinator decides.`
        }
        rows={conflicting.filter((row) => !isScannedTwice(row))}
      />
      <Conflicts
        {...props}
        heading={t`Two devices scanned the same pass`}
        hint={t`One of the passes may be a copy. Ask who has come with it.`}
        rows={conflicting.filter(isScannedTwice)}
      />
    </>
  );
}

const isScannedTwice = ({ conflict = [] }: CheckInRow): boolean =>
  conflict.filter(({ isScan }) => isScan).length > 1;

/** Both devices have recorded the same. */
const isAgreed = ({ conflict = [] }: CheckInRow): boolean => new Set(conflict.map(describeStatus)).size === 1;

function Conflicts({
  heading,
  hint,
  rows,
  canDecide,
  isBusy = false,
  onDecide,
}: Props & { heading: string; hint: string }) {
  const headingId = useId();
  if (rows.length === 0) return null;
  const choice = (text: string, describedBy: string, change: Parameters<typeof onDecide>[0]) =>
    canDecide && (
      <Button
        variant="outlined"
        className="min-h-12 bg-surface"
        isBusy={isBusy}
        aria-describedby={describedBy}
        onClick={() => onDecide(change)}
      >
        {text}
      </Button>
    );
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-medium bg-warn-soft p-4 text-warn">
      <h2 id={headingId} className="text-large">
        {heading}
      </h2>
      {hint && <p>{hint}</p>}
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row._id} className="grid justify-items-start gap-2">
            <strong id={row._id} className="wrap-anywhere">
              {row.name}
            </strong>
            {row.conflict?.map((change) => (
              <div
                key={change.operationId}
                className="flex w-full flex-wrap items-center justify-between gap-2"
              >
                <span id={change.operationId}>{describe(change)}</span>
                {!isAgreed(row) &&
                  choice(t`This is right`, `${row._id} ${change.operationId}`, toChange(row._id, change))}
              </div>
            ))}
            {isAgreed(row) && choice(t`Resolved`, row._id, toChange(row._id, row))}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Decision = Pick<StatusChange, 'status' | 'deferredUntil'>;

const toChange = (appointmentId: string, { status, deferredUntil }: Decision) => ({
  ...{ appointmentId, status },
  ...(deferredUntil && { deferredUntil }),
});

function describeStatus({ status, deferredUntil }: Decision): string {
  const date = deferredUntil && formatDay(deferredUntil as Day);
  if (status === 'booked') return t`Undone`;
  return date ? t`Deferred until ${date}` : statusTexts[status];
}

function describe(change: StatusChange): string {
  const { at, role, device } = change;
  return [describeStatus(change), formatClock(Date.parse(at)), role && roleNames[role], device]
    .filter(Boolean)
    .join(', ');
}
