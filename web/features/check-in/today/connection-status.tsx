import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Center } from '#contract/centers.ts';
import { dayAt } from '#contract/days.ts';
import { useOnline } from '#web/browser/use-online.ts';
import { formatClock } from '#web/i18n/clock.ts';
import { formatDayAndWeekday } from '#web/i18n/days.ts';
import type { CheckInState } from '../device/check-in-store.ts';
import type { CheckInActions } from '../use-check-in.ts';

type Props = { checkIn: CheckInState & CheckInActions; center: Center };

/** Says whether the list is current, and how many changes are not sent yet. */
export function ConnectionStatus({ checkIn: { checkIn, ...state }, center }: Props) {
  const { storedCount: count, error, fetchedAt, isUnstored, isLocked } = state;
  const isOnline = useOnline();
  const time = formatClock(fetchedAt);
  const isDisconnected = !isOnline || error !== undefined;
  const listDay = dayAt(center, fetchedAt);
  const weekday = formatDayAndWeekday(listDay);
  const isOld = fetchedAt > 0 && listDay !== dayAt(center, checkIn.now());
  return (
    <div data-offline-notice role="status" className="grid gap-2 empty:hidden">
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
      {isLocked && (
        <p className="rounded-medium bg-warn-soft px-4 py-3 text-warn">
          <Trans>
            This page was opened without a connection, so it can't show names yet. You can scan passes and add
            walk-ins.
          </Trans>
        </p>
      )}
      {isOld && (
        <p className="rounded-medium bg-red-soft px-4 py-3 font-semibold text-error">
          {t`This is the list of ${weekday}. You need a connection for today's list.`}
        </p>
      )}
      {isUnstored && (
        <p className="rounded-medium bg-warn-soft px-4 py-3 text-warn">
          <Trans>This browser stores nothing. Keep this page open while you are offline.</Trans>
        </p>
      )}
    </div>
  );
}
