import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Day } from '#contract/days.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { Button } from '#web/components/button.tsx';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { formatDay, formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { type CheckInRow, previousStatus } from '../device/operations.ts';
import { statusTexts } from '../texts.ts';
import type { CheckInActions } from '../use-check-in.ts';
import { DeferralChoice } from './deferral-choice.tsx';

type Props = {
  row: CheckInRow;
  today: Day;
  /** Whether the appointment's day is in the future, so that the appointment can only be canceled. */
  isUpcoming?: boolean;
  showsTime?: boolean;
  setStatus: CheckInActions['setStatus'];
};

/**
 * Shows a donor on the list, with the next steps as buttons that act immediately. Each step can be undone.
 * The recorded status replaces the 'Arrived' button, so that a second tap with gloves on records nothing
 * more.
 */
export function CheckInItem({ row, today, isUpcoming, showsTime, setStatus }: Props) {
  const { _id, name, time, bloodGroup, phoneEnd, status, isWalkIn } = row;
  const nameId = useId();
  const [open, setOpen] = useState<'deferral' | 'more'>();
  const card = useRef<HTMLLIElement>(null);
  const hasActed = useRef(false);
  // Focus the donor's next button, because the button that was pressed is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status shows other buttons
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body)
      card.current?.querySelector('button')?.focus({ preventScroll: true });
    hasActed.current = false;
  }, [status]);
  const change = (to: AppointmentStatus, deferredUntil?: Day) => {
    setOpen(undefined);
    hasActed.current = true;
    setStatus({ appointmentId: _id, status: to, ...(deferredUntil && { deferredUntil }) });
  };
  const action = (to: AppointmentStatus, variant: 'primary' | 'outlined', text = statusTexts[to]) => (
    <Button variant={variant} className="min-h-12" aria-describedby={nameId} onClick={() => change(to)}>
      {text}
    </Button>
  );
  const toggle = (panel: 'deferral' | 'more', text: ReactNode) => (
    <Button
      variant="outlined"
      className="min-h-12"
      aria-describedby={nameId}
      aria-expanded={open === panel}
      onClick={() => setOpen(open === panel ? undefined : panel)}
    >
      {text}
    </Button>
  );
  return (
    <li
      ref={card}
      className="bb-card grid grid-cols-1 gap-3 p-4 sm:grid-cols-[minmax(14rem,1fr)_auto] sm:items-center"
    >
      <div className="grid min-w-0 gap-1">
        <p id={nameId} className="font-semibold text-large wrap-anywhere">
          {name || t`Number …${_id.slice(-6)}`}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {(showsTime || isWalkIn) && time && <span>{formatTime(time)}</span>}
          {bloodGroup && (
            <span className="rounded-full border border-line px-2 font-semibold text-small">
              <span className="sr-only">{t`Blood group`} </span>
              {bloodGroup}
            </span>
          )}
          {phoneEnd && (
            <span className="text-ink-soft text-small">
              <span className="sr-only">{t`Phone ends in`} </span>…{toLocalDigits(phoneEnd)}
            </span>
          )}
          <RowNotes row={row} />
        </p>
      </div>
      <div className="grid grid-cols-2 items-center gap-2 sm:flex sm:justify-end">
        {status === 'booked' && isUpcoming ? (
          <div className="col-span-2 grid">{action('cancelled', 'outlined', t`Cancel`)}</div>
        ) : status === 'booked' ? (
          <>
            {action('arrived', 'primary')}
            {toggle('more', <Trans>More</Trans>)}
          </>
        ) : (
          <>
            <StatusMark row={row} />
            {action(previousStatus(status), 'outlined', t`Undo`)}
          </>
        )}
      </div>
      {status === 'arrived' && (
        <div className="grid grid-cols-2 gap-2 max-sm:[&>:first-child]:col-span-2 sm:col-span-full sm:flex sm:justify-end">
          {action('fulfilled', 'primary')}
          {toggle('deferral', statusTexts.deferred)}
          {action('not-given', 'outlined')}
        </div>
      )}
      {open === 'more' && status === 'booked' && (
        <div className="grid grid-cols-2 gap-2 sm:col-span-full sm:flex sm:justify-end">
          {action('noshow', 'outlined')}
          {action('cancelled', 'outlined')}
        </div>
      )}
      {open === 'deferral' && status === 'arrived' && (
        <DeferralChoice today={today} onChoose={(day) => change('deferred', day)} />
      )}
    </li>
  );
}

function StatusMark({ row: { status, deferredUntil } }: { row: CheckInRow }) {
  const date = deferredUntil && formatDay(deferredUntil as Day);
  const isGood = status === 'arrived' || status === 'fulfilled';
  return (
    <span className={`${isGood ? successBadge : pendingBadge} justify-self-start`}>
      {date ? t`Deferred until ${date}` : statusTexts[status]}
    </span>
  );
}

function RowNotes({ row: { isWalkIn, isOverCapacity, isPending, conflict } }: { row: CheckInRow }) {
  return (
    <>
      {isWalkIn && (
        <span className="text-ink-soft text-small">
          {isOverCapacity ? t`Walk-in, over capacity` : t`Walk-in`}
        </span>
      )}
      {conflict && <span className={pendingBadge}>{t`Check`}</span>}
      {isPending && <span className="text-ink-soft text-small">{t`Not sent yet`}</span>}
    </>
  );
}
