import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { Button } from '#web/components/button.tsx';
import { formatClock } from '#web/i18n/clock.ts';
import type { CheckInState, RejectedChange } from '../device/check-in-store.ts';
import { changesText, statusTexts } from '../texts.ts';
import type { CheckInActions } from '../use-check-in.ts';

type Props = { checkIn: CheckInState & CheckInActions; canDecide: boolean };

/**
 * Lists the changes that the server rejected. The heading stays in view, because the person may have scrolled
 * down the list.
 */
export function RejectedChanges({ checkIn: { checkIn, rejected }, canDecide }: Props) {
  const list = useRef<HTMLUListElement>(null);
  if (rejected.length === 0) return null;
  const heading = changesText({ unsent: 0, rejected: rejected.length });
  return (
    <>
      <div role="status" className="sticky top-[calc(var(--bar)+var(--search,0rem))] z-30 bg-paper py-2">
        <button
          type="button"
          className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-3 rounded-medium bg-red-soft px-4 py-2 text-start font-semibold text-error"
          onClick={() => list.current?.scrollIntoView({ block: 'center' })}
        >
          {heading}
          <span className="underline">
            <Trans>See why</Trans>
          </span>
        </button>
      </div>
      <ul ref={list} className="grid gap-2" aria-label={heading}>
        {rejected.map((change) => (
          <li
            key={change.operation.operationId}
            className="grid gap-2 rounded-medium bg-red-soft px-4 py-3 sm:flex sm:items-center sm:justify-between"
          >
            <p className="wrap-anywhere">
              <strong>{change.name ?? formatClock(change.operation.at)}</strong> {describe(change)}:{' '}
              {change.message}
            </p>
            <span className="flex shrink-0 gap-2">
              {canDecide && change.operation.kind === 'walk-in' && (
                <Button className="min-h-12" onClick={() => void checkIn.force(change)}>
                  <Trans>Add anyway</Trans>
                </Button>
              )}
              <Button variant="outlined" className="min-h-12" onClick={() => void checkIn.dismiss(change)}>
                <Trans>Dismiss</Trans>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns a text such as `Walk-in, Gave blood`. */
const describe = ({ operation, followers = [] }: RejectedChange): string =>
  [operation, ...followers]
    .map((operation) => (operation.kind === 'walk-in' ? t`Walk-in` : statusTexts[operation.status]))
    .join(', ');
