import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '#web/components/button.tsx';
import { useOnline } from '#web/components/use-online.ts';
import type { CheckInState } from './check-in.ts';
import type { RejectedOperation } from './queue.ts';
import { formatClock, statusTexts } from './texts.ts';
import type { CheckInActions } from './use-check-in.ts';

type Props = { checkIn: CheckInState & CheckInActions; canDecide: boolean };

/** Whether the list is current, what waits to be sent, and what the server has rejected. */
export function ConnectionStatus({ checkIn: { checkIn, addWalkIn, ...state }, canDecide }: Props) {
  const { storedCount: count, rejected, error, fetchedAt, isUnstored } = state;
  const addAnyway = (each: RejectedOperation) => {
    if (each.operation.kind !== 'walk-in') return;
    const { name, bloodGroup, phone, email } = each.operation;
    void checkIn.dismiss(each);
    addWalkIn({ name, bloodGroup, ...(phone && { phone }), ...(email && { email }), force: true });
  };
  const isOnline = useOnline();
  const time = formatClock(fetchedAt);
  const isDisconnected = !isOnline || error !== undefined;
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {isDisconnected && (
        <p className="rounded-medium bg-warn-soft px-4 py-3 text-warn">
          {isOnline ? t`We can't reach the server.` : t`You're offline.`} {t`The list is from ${time}.`}{' '}
          {count > 0 &&
            plural(count, {
              one: '# change is stored on this device and sent when you reconnect.',
              other: '# changes are stored on this device and sent when you reconnect.',
            })}
        </p>
      )}
      {isUnstored && (
        <p className="rounded-medium bg-warn-soft px-4 py-3 text-warn">
          <Trans>This browser stores nothing. Keep this page open while you are offline.</Trans>
        </p>
      )}
      {rejected.map((each) => (
        <div
          key={each.operation.operationId}
          className="grid gap-2 rounded-medium bg-red-soft px-4 py-3 sm:flex sm:items-center sm:justify-between"
        >
          <p className="wrap-anywhere">
            <strong>{each.name}</strong>{' '}
            {each.operation.kind === 'walk-in' ? t`Walk-in` : statusTexts[each.operation.status]}:{' '}
            {each.message}
          </p>
          <span className="flex gap-2">
            {canDecide && each.operation.kind === 'walk-in' && (
              <Button className="min-h-12" onClick={() => addAnyway(each)}>
                <Trans>Add anyway</Trans>
              </Button>
            )}
            <Button variant="outlined" className="min-h-12" onClick={() => void checkIn.dismiss(each)}>
              <Trans>Dismiss</Trans>
            </Button>
          </span>
        </div>
      ))}
    </div>
  );
}
