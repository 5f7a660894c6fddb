import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Center } from '#contract/centers.ts';
import { LinkButton } from '#web/components/button.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useIsCoordinator } from '../../staff/staff-layout.tsx';
import { StaffLoadError } from '../../staff/staff-load-error.tsx';
import { searchRows, searchSimilarNames } from '../device/operations.ts';
import { noMatchText } from '../scan/typed-code.tsx';
import { type NewStatus, useCheckIn, useHour, useToday } from '../use-check-in.ts';
import { CheckList } from './check-list.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { DayRows } from './day-rows.tsx';
import { PrintedDay } from './printed-day.tsx';
import { RejectedChanges } from './rejected-changes.tsx';
import { SearchBar } from './search-bar.tsx';
import { listFilterStatuses, StatusFilter } from './status-filter.tsx';
import { useSingleTaps } from './use-single-taps.ts';
import { type AddedWalkIn, WalkInForm } from './walk-in-form.tsx';

const noIds: ReadonlySet<string> = new Set();

type Props = {
  center: Center;
  /** Shown beside the search on wide screens. */
  heading: ReactNode;
  /** Notices about the day. */
  children: ReactNode;
};

export function TodayList({ center, heading, children }: Props) {
  const checkIn = useCheckIn(center._id);
  const canDecide = useIsCoordinator(center._id);
  const today = useToday(center);
  const hour = useHour(center);
  const { error, fetchedAt, isLocked } = checkIn;
  // While the names cannot be read, show only the walk-ins that this page has added.
  const rows = useMemo(
    () => (isLocked ? checkIn.rows.filter(({ name }) => name) : checkIn.rows),
    [checkIn.rows, isLocked],
  );
  const [text, setText] = useState('');
  const [filterName, setFilterName] = useState('expected');
  /** Appointments changed here, which stay in view whatever the filter, to be undone or to go on. */
  const [changedIds, setChangedIds] = useState(noIds);
  const [isAdding, setIsAdding] = useState(false);
  /** The name of the walk-in that was added last. */
  const [added, setAdded] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const ignoreRepeatedTaps = useSingleTaps();
  const found = useMemo(() => {
    // A search finds donors of any status, so ignore the filter. An appointment can be found by its number,
    // without its name.
    if (text) return searchRows(checkIn.rows, text);
    const statuses = isLocked ? undefined : listFilterStatuses(filterName);
    return rows.filter(({ _id, status }) => !statuses || statuses.includes(status) || changedIds.has(_id));
  }, [checkIn.rows, rows, text, filterName, changedIds, isLocked]);

  const keepInView = (id: string) => setChangedIds((ids) => new Set([...ids, id]));
  // The rows render again only if this function changes.
  const { setStatus } = checkIn;
  const changeStatus = useCallback(
    (change: NewStatus) => {
      setChangedIds((ids) => new Set([...ids, change.appointmentId]));
      void setStatus(change);
    },
    [setStatus],
  );

  function showAdded({ name, operationId }: AddedWalkIn) {
    setAdded(name);
    keepInView(operationId);
    // The server rejects the walk-in if the day is full. Otherwise it gives the appointment another id.
    void checkIn.checkIn.whenSettled(operationId).then((result) => {
      if (result?.kind === 'walk-in') keepInView(result.appointmentId);
      if (!result) setAdded((current) => (current === name ? '' : current));
    });
  }

  function search(next: string) {
    setText(next);
    setChangedIds(noIds);
  }
  // Bring the first match into view, if the list was scrolled.
  useLayoutEffect(() => {
    if (text && (list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView();
  }, [text]);

  const isLoaded = fetchedAt > 0 || rows.length > 0;
  const count = found.length;
  const similar = useMemo(
    () => (text && found.length === 0 ? searchSimilarNames(rows, text) : []),
    [rows, found, text],
  );
  const isExpected = !text && filterName === 'expected';
  return (
    <div
      className="flex flex-col gap-2 [--search:3.5rem] xl:[--search:3rem] print:block"
      onClickCapture={ignoreRepeatedTaps}
    >
      <div className="contents xl:top-(--bar) xl:z-30 xl:flex xl:gap-4 xl:bg-paper xl:not-has-[header_[aria-expanded=true]]:sticky xl:low:static print:hidden">
        {heading}
        {isLoaded && (
          <SearchBar
            centerId={center._id}
            text={text}
            onChange={search}
            onSubmit={() => list.current?.querySelector<HTMLElement>('li button')?.focus()}
            isAdding={isAdding}
            onToggleAdding={() => {
              setIsAdding(!isAdding);
              setAdded('');
            }}
          />
        )}
      </div>
      {children}
      {!isLoaded && error && (
        <StaffLoadError
          name={t`The list`}
          query={{ error, isFetching: false, refetch: () => checkIn.checkIn.sync() }}
        />
      )}
      {!isLoaded && !error && <Spinner label={t`The list`} />}
      {isLoaded && (
        <div className="grid grid-cols-1 gap-2 print:hidden">
          <ConnectionStatus checkIn={checkIn} center={center} />
          <RejectedChanges checkIn={checkIn} canDecide={canDecide} />
          {isAdding && (
            <WalkInForm
              checkIn={checkIn}
              searched={count === 0 ? text.trim() : ''}
              onDone={(walkIn) => {
                setIsAdding(false);
                if (walkIn) showAdded(walkIn);
              }}
            />
          )}
          <p role="status" className="font-medium text-good wrap-anywhere empty:hidden">
            {added && t`${added} is on the list.`}
          </p>
          {!text && !isLocked && (
            <StatusFilter
              rows={rows}
              name={filterName}
              onChange={(name) => {
                setFilterName(name);
                setChangedIds(noIds);
              }}
            />
          )}
          <CheckList rows={rows} canConfirm={canDecide && !error} onConfirm={checkIn.setStatus} />
          <p role="status" className="sr-only">
            {plural(count, { one: '# appointment', other: '# appointments' })}
          </p>
          <div
            ref={list}
            className="grid scroll-mt-[calc(var(--bar)+var(--search))] grid-cols-1 gap-3 [overflow-anchor:none]"
          >
            <DayRows
              rows={found}
              today={today}
              setStatus={changeStatus}
              foldsBefore={isExpected ? hour : undefined}
              listName={`${filterName} ${text}`}
              isOnlyMatch={text !== '' && count === 1}
            />
            {rows.length === 0 && !isLocked && <EmptyList centerId={center._id} canDecide={canDecide} />}
            {checkIn.rows.length > 0 && (text || !isLocked) && count === 0 && !isAdding && (
              <p className="bb-lead">
                {isExpected ? t`Nobody else is expected.` : noMatchText(isLocked)}{' '}
                {similar.length > 0 && t`Similar names:`}
              </p>
            )}
            {!isAdding && (
              <DayRows rows={similar} today={today} setStatus={changeStatus} listName={`similar ${text}`} />
            )}
          </div>
        </div>
      )}
      <PrintedDay centerName={center.name} day={today} rows={checkIn.rows} />
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
          {t`See the clinics`}
        </LinkButton>
      )}
    </>
  );
}
