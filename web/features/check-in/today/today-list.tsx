import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo, useRef, useState } from 'react';
import type { Center } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatTime } from '#web/i18n/days.ts';
import { useIsCoordinator } from '../../staff/staff-layout.tsx';
import { StaffLoadError } from '../../staff/staff-load-error.tsx';
import { type CheckInRow, searchRows } from '../device/operations.ts';
import { noMatchText } from '../scan/typed-code.tsx';
import { startAtToken, useScannerKeys } from '../scan/use-scanner-keys.ts';
import { useCheckIn, useToday } from '../use-check-in.ts';
import { CheckInItem } from './check-in-item.tsx';
import { CheckList } from './check-list.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { groupByTime } from './group-by-time.ts';
import { RejectedChanges } from './rejected-changes.tsx';
import { listFilterStatuses, StatusFilter } from './status-filter.tsx';
import { useIsPrinting } from './use-is-printing.ts';
import { useSingleTaps } from './use-single-taps.ts';
import { type AddedWalkIn, WalkInForm } from './walk-in-form.tsx';

/**
 * Number of rows shown at first and added by 'Show more'. A printout has all rows, and a search covers all.
 */
const PAGE_SIZE = 50;

export function TodayList({ center }: { center: Center }) {
  const checkIn = useCheckIn(center._id);
  const canDecide = useIsCoordinator(center._id);
  const today = useToday(center);
  const { error, fetchedAt, hasLoaded, isLocked } = checkIn;
  // While the names cannot be read, show only the walk-ins that this page has added.
  const rows = useMemo(
    () => (isLocked ? checkIn.rows.filter(({ name }) => name) : checkIn.rows),
    [checkIn.rows, isLocked],
  );
  const [text, setText] = useState('');
  const [filterName, setFilterName] = useState('all');
  const [isAdding, setIsAdding] = useState(false);
  /** The name of the walk-in that was added last. */
  const [added, setAdded] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const isPrinting = useIsPrinting();
  const list = useRef<HTMLDivElement>(null);
  const ignoreRepeatedTaps = useSingleTaps();
  const search = useScannerKeys();
  const found = useMemo(() => {
    // A search finds donors of any status, so ignore the filter.
    const statuses = text ? undefined : listFilterStatuses(filterName);
    // An appointment can be found by its number, without its name.
    const searched = text ? checkIn.rows : rows;
    return searchRows(searched, text).filter(({ status }) => !statuses || statuses.includes(status));
  }, [checkIn.rows, rows, text, filterName]);

  function showAdded({ name, operationId }: AddedWalkIn) {
    setAdded(name);
    // The server rejects the walk-in if the day is full.
    void checkIn.checkIn.whenSettled(operationId).then((result) => {
      if (!result) setAdded((current) => (current === name ? '' : current));
    });
  }

  if (fetchedAt === 0 && rows.length === 0) {
    if (error)
      return (
        <StaffLoadError
          name={t`The list`}
          query={{ error, isFetching: false, refetch: () => checkIn.checkIn.sync() }}
        />
      );
    if (!hasLoaded || fetchedAt === 0) return <Spinner label={t`The list`} />;
  }
  const count = found.length;
  return (
    <div className="grid grid-cols-1 gap-5" onClickCapture={ignoreRepeatedTaps}>
      <ConnectionStatus checkIn={checkIn} center={center} />
      <RejectedChanges checkIn={checkIn} canDecide={canDecide} />
      <form
        className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
        onSubmit={(event) => {
          event.preventDefault();
          list.current?.querySelector('button')?.focus();
        }}
      >
        <label className="grid gap-1 font-semibold">
          <Trans>Name, phone or appointment number</Trans>
          <input
            ref={search}
            type="search"
            className="bb-input"
            value={text}
            autoComplete="off"
            onChange={({ target }) => setText(startAtToken(target.value))}
          />
        </label>
        <div className="grid grid-cols-2 gap-2 sm:flex">
          <LinkButton to={`/staff/scan?center=${center._id}`} className="min-h-12 px-2 sm:px-4">
            <Trans>Scan passes</Trans>
          </LinkButton>
          <Button
            variant="outlined"
            className="min-h-12 px-2 sm:px-4"
            aria-expanded={isAdding}
            onClick={() => {
              setIsAdding(!isAdding);
              setAdded('');
            }}
          >
            <Trans>Add a walk-in</Trans>
          </Button>
        </div>
      </form>
      {isAdding && (
        <WalkInForm
          checkIn={checkIn}
          onDone={(walkIn) => {
            setIsAdding(false);
            if (walkIn) showAdded(walkIn);
          }}
        />
      )}
      <p role="status" className="font-medium text-good wrap-anywhere empty:hidden">
        {added && t`${added} is on the list.`}
      </p>
      {!text && !isLocked && <StatusFilter rows={rows} name={filterName} onChange={setFilterName} />}
      <CheckList rows={rows} canConfirm={canDecide && !error} onConfirm={checkIn.setStatus} />
      <p role="status" className="sr-only">
        {plural(count, { one: '# appointment', other: '# appointments' })}
      </p>
      <div ref={list} className="grid gap-5">
        <TimeGroups
          rows={isPrinting ? found : found.slice(0, limit)}
          today={today}
          setStatus={checkIn.setStatus}
        />
        {rows.length === 0 && !isLocked && <EmptyList centerId={center._id} canDecide={canDecide} />}
        {checkIn.rows.length > 0 && (text || !isLocked) && found.length === 0 && (
          <p className="bb-lead">{noMatchText(isLocked)}</p>
        )}
      </div>
      {found.length > limit && (
        <Button variant="outlined" className="justify-self-start" onClick={() => setLimit(limit + PAGE_SIZE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}

function EmptyList({ centerId, canDecide }: { centerId: string; canDecide: boolean }) {
  return (
    <>
      <p className="bb-lead">
        {t`No appointments today.`}{' '}
        {canDecide
          ? t`Donors can book on the days of your clinics.`
          : t`Add a walk-in when somebody comes without an appointment.`}
      </p>
      {canDecide && (
        <LinkButton to={`/staff/centers/${centerId}`} variant="outlined" className="justify-self-start">
          <Trans>See the clinics</Trans>
        </LinkButton>
      )}
    </>
  );
}

type GroupProps = {
  rows: readonly CheckInRow[];
  today: Day;
  setStatus: ReturnType<typeof useCheckIn>['setStatus'];
};

function TimeGroups({ rows, ...props }: GroupProps) {
  const groups = groupByTime(rows);
  return [...groups].map(([time, ofTime]) => (
    <section key={time} className="grid gap-2" aria-label={formatTime(time) || t`Without a time`}>
      {(time || groups.size > 1) && (
        <h2 className="text-large font-semibold">{formatTime(time) || t`Without a time`}</h2>
      )}
      <ul className="grid gap-2">
        {ofTime.map((row) => (
          <CheckInItem key={row._id} row={row} {...props} />
        ))}
      </ul>
    </section>
  ));
}
