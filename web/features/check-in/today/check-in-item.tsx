import { t } from '@lingui/core/macro';
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Day } from '#contract/days.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { Button } from '#web/components/button.tsx';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { downIcon, Icon } from '#web/components/icon.tsx';
import { clockIcon } from '#web/components/icons.ts';
import { formatDay, formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { type CheckInRow, previousStatus } from '../device/operations.ts';
import { statusTexts } from '../texts.ts';
import type { CheckInActions } from '../use-check-in.ts';
import { DeferralChoice } from './deferral-choice.tsx';

const moreIcon = <Icon path={downIcon} size={1.125} />;

/** The list around the rows. */
export const rowsClass =
  'bb-card divide-y divide-line rounded-medium xl:in-[.bb-day]:rounded-none xl:in-[.bb-day]:border-0 xl:in-[.bb-day]:border-b xl:in-[.bb-day]:shadow-none';

type Props = {
  row: CheckInRow;
  today: Day;
  /** Whether the appointment's day is in the future, so that the appointment can only be canceled. */
  isUpcoming?: boolean;
  /** Whether this donor is the only one who matches a search. The next step is then filled. */
  isOnlyMatch?: boolean;
  setStatus: CheckInActions['setStatus'];
};

/**
 * Shows a donor on the list, with the next steps as buttons that act immediately. Each step can be undone.
 * 'Undo' replaces the 'Check in' button, so that a second tap with gloves on records nothing more. A status
 * does not change the row's height, which would move the next donor away from under the finger.
 */
export const CheckInItem = memo(function CheckInItem({
  row,
  today,
  isUpcoming,
  isOnlyMatch,
  setStatus,
}: Props) {
  const { _id, time, bloodGroup, phoneEnd, status, isWalkIn } = row;
  const nameId = useId();
  // Where donors wait for the outcome, it is one tap. After a check-in here, it would move the next donor.
  const [open, setOpen] = useState<'deferral' | 'more' | undefined>(
    status === 'arrived' ? 'more' : undefined,
  );
  const item = useRef<HTMLLIElement>(null);
  const hasActed = useRef(false);
  // Focus the donor's next button, because the button that was pressed is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status shows other buttons
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body)
      item.current?.querySelector('button')?.focus({ preventScroll: true });
    hasActed.current = false;
  }, [status]);
  const change = (to: AppointmentStatus, deferredUntil?: Day) => {
    setOpen(undefined);
    hasActed.current = true;
    setStatus({ appointmentId: _id, status: to, ...(deferredUntil && { deferredUntil }) });
  };
  const action = (to: AppointmentStatus, { text = statusTexts[to], isNext = false } = {}) => (
    <Button
      variant={isNext && isOnlyMatch ? 'primary' : 'outlined'}
      className="px-3 text-small"
      aria-describedby={nameId}
      onClick={() => change(to)}
    >
      {text}
    </Button>
  );
  const toggle = (panel: 'deferral' | 'more', text: ReactNode, { label = '', className = '' } = {}) => (
    <Button
      variant="outlined"
      className={`px-3 text-small ${className}`}
      aria-label={label || undefined}
      aria-describedby={nameId}
      aria-expanded={open === panel || (open === 'deferral' && panel === 'more')}
      onClick={() => setOpen(open && (open === panel || panel === 'more') ? undefined : panel)}
    >
      {text}
    </Button>
  );
  return (
    <li ref={item} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-2 px-3 py-2">
      <div className="bb-day-cells min-w-0">
        <p id={nameId} className="font-semibold leading-snug wrap-anywhere xl:col-start-2 xl:row-start-1">
          {donorName(row)}
        </p>
        <p className="bb-day-cells flex min-h-7 flex-wrap items-center gap-x-3 text-small">
          {time && (
            <span
              className={`bb-day-time xl:col-start-1 xl:row-start-1 ${isWalkIn ? '' : 'in-[.bb-day]:hidden'}`}
            >
              {formatTime(time)}
            </span>
          )}
          {bloodGroup && (
            <span className="font-semibold xl:col-start-3 xl:row-start-1">
              <span className="sr-only">{t`Blood group`} </span>
              {bloodGroup}
            </span>
          )}
          {phoneEnd && (
            <span
              className={`text-ink-soft xl:col-start-4 xl:row-start-1 ${status === 'booked' ? '' : 'max-sm:hidden'}`}
            >
              <span className="sr-only">{t`Phone ends in`} </span>…{toLocalDigits(phoneEnd)}
            </span>
          )}
          <RowNotes row={row} />
        </p>
      </div>
      <div className="bb-day-actions contents items-center gap-2 sm:flex">
        <div className="flex items-center gap-2">
          {status !== 'booked' && action(previousStatus(status), { text: t`Undo` })}
          {status === 'arrived' && toggle('more', moreIcon, { label: t`Outcome`, className: 'sm:hidden' })}
          {status === 'booked' && isUpcoming && action('cancelled', { text: t`Cancel` })}
          {status === 'booked' && !isUpcoming && (
            <>
              {action('arrived', { isNext: true, text: t`Check in` })}
              {toggle('more', moreIcon, { label: t`More` })}
            </>
          )}
        </div>
        {status === 'arrived' && (
          <div className={`${open ? 'grid' : 'hidden'} col-span-2 grid-cols-3 gap-2 sm:flex`}>
            {action('fulfilled', { isNext: true })}
            {toggle('deferral', statusTexts.deferred)}
            {action('not-given')}
          </div>
        )}
      </div>
      {open === 'more' && status === 'booked' && (
        <div className="col-span-full grid grid-cols-2 gap-2 sm:flex sm:justify-end">
          {action('noshow')}
          {action('cancelled')}
        </div>
      )}
      {open === 'deferral' && status === 'arrived' && (
        <DeferralChoice today={today} onChoose={(day) => change('deferred', day)} />
      )}
    </li>
  );
});

/** Returns the name, or the end of the appointment's number while the name cannot be read. */
export const donorName = ({ _id, name }: CheckInRow): string => name || t`Number …${_id.slice(-6)}`;

export function statusText({ status, deferredUntil }: CheckInRow): string {
  const date = deferredUntil && formatDay(deferredUntil as Day);
  return date ? t`Deferred until ${date}` : statusTexts[status];
}

/** Shows what is special about the appointment, and its status unless the donor is expected. */
function RowNotes({ row }: { row: CheckInRow }) {
  const { status, isWalkIn, isOverCapacity, isPending, conflict } = row;
  const isGood = status === 'arrived' || status === 'fulfilled';
  return (
    <span className="bb-day-notes contents flex-wrap items-center gap-x-2 xl:col-start-5 xl:row-start-1">
      {isWalkIn && (
        <span className="text-ink-soft">{isOverCapacity ? t`Walk-in, over capacity` : t`Walk-in`}</span>
      )}
      {status !== 'booked' && <span className={isGood ? successBadge : pendingBadge}>{statusText(row)}</span>}
      {conflict && <span className={pendingBadge}>{t`Check`}</span>}
      {isPending && (
        <span className="text-ink-soft">
          <Icon path={clockIcon} size={1} className="sm:hidden" />
          <span className="max-sm:sr-only">{t`Not sent yet`}</span>
        </span>
      )}
    </span>
  );
}
