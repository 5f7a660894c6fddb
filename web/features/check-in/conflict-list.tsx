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
        hint={props.canDecide ? '' : t`The later one counts until a coordinator decides.`}
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

const isScannedTwice = ({ conflict = [] }: CheckInRow): boolean => conflict.every(({ isScan }) => isScan);

function Conflicts({ heading, hint, rows, canDecide, onDecide }: Props & { heading: string; hint: string }) {
  const headingId = useId();
  if (rows.length === 0) return null;
  const choice = (text: string, describedBy: string, change: Parameters<typeof onDecide>[0]) =>
    canDecide && (
      <Button
        variant="outlined"
        className="min-h-12 bg-surface"
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
            {listChoices(row).map(({ id, text, decision }) => (
              <div key={id} className="flex w-full flex-wrap items-center justify-between gap-2">
                <span id={id}>{text}</span>
                {!isScannedTwice(row) &&
                  choice(t`This is right`, `${row._id} ${id}`, toChange(row._id, decision))}
              </div>
            ))}
            {isScannedTwice(row) && choice(t`Resolved`, row._id, toChange(row._id, row))}
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

/** The changes that contradict each other, and what door staff have recorded since. */
function listChoices(row: CheckInRow) {
  const { _id, conflict = [] } = row;
  const choices = conflict.map((each) => ({ id: each.operationId, text: describe(each), decision: each }));
  const now = describeStatus(row);
  if (isScannedTwice(row) || conflict.some((each) => describeStatus(each) === now)) return choices;
  return [...choices, { id: `${_id}-now`, text: t`Recorded after that: ${now}`, decision: row }];
}

function describeStatus({ status, deferredUntil }: Decision): string {
  const date = deferredUntil && formatDay(deferredUntil as Day);
  return date ? t`Deferred until ${date}` : statusTexts[status];
}

function describe(change: StatusChange): string {
  const { at, role, device } = change;
  return [describeStatus(change), formatClock(Date.parse(at)), role && roleNames[role], device]
    .filter(Boolean)
    .join(', ');
}
