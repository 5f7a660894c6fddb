import { t } from '@lingui/core/macro';
import { useId } from 'react';
import type { Day } from '#contract/days.ts';
import type { StatusChange } from '#contract/staff-check-in.ts';
import { Button } from '#web/components/button.tsx';
import { formatClock } from '#web/i18n/clock.ts';
import { formatDay } from '#web/i18n/days.ts';
import { roleNames } from '../../staff/texts.ts';
import type { CheckInRow } from '../device/operations.ts';
import { statusTexts } from '../texts.ts';
import type { CheckInActions } from '../use-check-in.ts';

type Props = {
  rows: readonly CheckInRow[];
  /** True only for coordinators who are online. */
  canConfirm: boolean;
  /** Whether a confirmation is being sent. */
  isBusy?: boolean;
  onConfirm: CheckInActions['setStatus'];
};

/**
 * Lists appointments with different outcomes on two devices, or with a pass that two devices scanned, and all
 * changes of these appointments.
 */
export function CheckList({ rows, canConfirm, isBusy = false, onConfirm }: Props) {
  const headingId = useId();
  const checks = rows.filter(({ conflict }) => conflict);
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-medium bg-warn-soft p-4 text-warn">
      <h2 id={headingId} className="text-large">
        {t`Check`}
      </h2>
      <p>{t`Two devices recorded different outcomes, or scanned the same pass: one may be a copy.`}</p>
      <p>
        {canConfirm
          ? t`Ask those who recorded it, then confirm what happened. The latest one counts until then.`
          : t`The latest one counts until a coordinator confirms one online.`}
      </p>
      <ul className="grid gap-4">
        {checks.map(({ _id, name, conflict = [] }) => (
          <li key={_id} className="grid justify-items-start gap-2">
            <strong id={_id} className="wrap-anywhere">
              {name}
            </strong>
            {conflict.map((change) => (
              <div
                key={change.operationId}
                className="flex w-full flex-wrap items-center justify-between gap-2"
              >
                <span id={change.operationId}>{describe(change)}</span>
                {canConfirm && (
                  <Button
                    variant="outlined"
                    className="min-h-12 bg-surface"
                    isBusy={isBusy}
                    aria-describedby={`${_id} ${change.operationId}`}
                    onClick={() => onConfirm(toNewStatus(_id, change))}
                  >
                    {t`Confirm`}
                  </Button>
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

const toNewStatus = (appointmentId: string, { status, deferredUntil }: StatusChange) => ({
  appointmentId,
  status,
  ...(deferredUntil && { deferredUntil }),
});

function describeStatus({ status, deferredUntil, isScan }: StatusChange): string {
  const date = deferredUntil && formatDay(deferredUntil as Day);
  if (isScan) return t`Pass scanned`;
  if (status === 'booked') return t`Undone`;
  return date ? t`Deferred until ${date}` : statusTexts[status];
}

function describe(change: StatusChange): string {
  const { at, role, device } = change;
  return [describeStatus(change), formatClock(at), role && roleNames[role], device]
    .filter(Boolean)
    .join(', ');
}
