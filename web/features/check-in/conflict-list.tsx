import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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

/** Changes of two devices that contradict each other. The later one stands until a coordinator decides. */
export function ConflictList({ rows, canDecide, onDecide }: Props) {
  const conflicting = rows.filter(({ conflict, isPending }) => conflict && !isPending);
  if (conflicting.length === 0) return null;
  return (
    <section aria-labelledby="conflicts" className="grid gap-3 rounded-medium bg-warn-soft p-4 text-warn">
      <h2 id="conflicts" className="text-large">
        <Trans>Two devices disagree</Trans>
      </h2>
      <ul className="grid gap-4">
        {conflicting.map(({ _id, name, conflict = [] }) => (
          <li key={_id} className="grid gap-2">
            <strong className="wrap-anywhere">{name}</strong>
            {conflict.map((change) => (
              <div key={change.operationId} className="flex flex-wrap items-center justify-between gap-2">
                <span>{describe(change)}</span>
                {canDecide && (
                  <Button
                    variant="outlined"
                    className="min-h-12 bg-surface"
                    onClick={() => onDecide(toChange(_id, change))}
                  >
                    <Trans>This is right</Trans>
                  </Button>
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {!canDecide && (
        <p>
          <Trans>The later one counts until a coordinator decides.</Trans>
        </p>
      )}
    </section>
  );
}

const toChange = (appointmentId: string, { status, deferredUntil }: StatusChange) => ({
  ...{ appointmentId, status },
  ...(deferredUntil && { deferredUntil }),
});

function describe({ status, deferredUntil, at, role, device }: StatusChange): string {
  const date = deferredUntil && formatDay(deferredUntil as Day);
  const what = date ? t`Deferred until ${date}` : statusTexts[status];
  return [what, formatClock(Date.parse(at)), role && roleNames[role], device].filter(Boolean).join(', ');
}
