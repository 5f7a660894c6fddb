import { centerKey } from '#contract/center-key.ts';
import type { Day } from '#contract/days.ts';
import { addMonths, listDaysInMonth, type Month } from '#contract/months.ts';
import { type Figures, figureNames, MAX_CENTERS, type MonthlyFigures } from '#contract/staff-figures.ts';
import { AppError } from '#platform/errors.ts';
import type { Db } from '#server/db/tables.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import {
  type CountRow,
  countAppointments,
  countLateCancellations,
  countOverCapacity,
  hasCenter,
  keyOfId,
  listCenterNames,
  listNamesById,
  type Period,
} from './repository.ts';

/**
 * Counts the appointments of a month. If `centerId` is absent, an owner sees all centers and a coordinator
 * their own.
 * @param viewer may see this center, as authorizeStaff has checked
 * @throws AppError not-found (404) if there is no such center
 */
export async function readFigures(
  db: Db,
  viewer: Pick<StaffMember, 'role' | 'roles'>,
  { month, centerId }: { month: Month; centerId: string | undefined },
): Promise<MonthlyFigures> {
  if (centerId !== undefined) {
    if (viewer.role === 'owner' && !(await hasCenter(db, centerId))) throw new AppError('not-found');
    return countMonth(db, month, [centerId]);
  }
  if (viewer.role === 'owner') return countMonth(db, month, undefined);
  const own = viewer.roles.filter(({ role }) => role === viewer.role).map((granted) => granted.centerId);
  return countMonth(db, month, own);
}

/** @param centerIds ids of centers, or their names in any spelling, or undefined for all centers */
export async function countMonth(
  db: Db,
  month: Month,
  centerIds: readonly string[] | undefined,
  maxCenters = MAX_CENTERS,
): Promise<MonthlyFigures> {
  const known = await listNamesById(db, centerIds ?? []);
  const centers = centerIds && [...new Set(centerIds.map((id) => keyOfScope(id, known)))];
  const scope = { period: periodOf(month), centers };
  const booked = await countAppointments(db, scope, maxCenters);
  const keys = [
    ...new Set(booked.flatMap(({ part, key }) => (part === 'center' && key !== null ? [key] : []))),
  ];
  const late = await countLateCancellations(db, scope, { keys, others: maxCenters - keys.length });
  const overCapacity = await countOverCapacity(db, scope, keys);
  const rows: CountRow[] = [...booked, ...late, ...overCapacity];
  const ofCenter = Map.groupBy(
    rows.filter(({ part }) => part === 'center'),
    ({ key }) => key,
  );
  const names = new Map([
    ...(await namesOf(db, 'late_cancellations', late)),
    ...(await namesOf(db, 'appointments', booked)),
  ]);
  const ids = [...ofCenter.keys()].flatMap((key) => idOf(key) ?? []);
  for (const [id, name] of await listNamesById(db, ids)) names.set(keyOfId(id), name);
  const others = ofCenter.get(null);
  const ofDay = Map.groupBy(rows, ({ part, key }) => (part === 'day' ? key : null));
  return {
    month,
    totals: sum(rows.filter(({ part }) => part === 'day')),
    previousTotals: sum(rows.filter(({ part }) => part === 'previous')),
    centers: [...ofCenter]
      .flatMap(([key, counts]) => (key === null ? [] : [{ key, ...sum(counts) }]))
      .map(({ key, ...figures }) => ({
        _id: idOf(key) ?? centerIds?.find((id) => centerKey(id) === key) ?? key,
        name: names.get(key) ?? idOf(key) ?? key,
        ...figures,
      }))
      .toSorted((one, other) => other.booked - one.booked || (one.name < other.name ? -1 : 1)),
    ...(others && { otherCenters: sum(others) }),
    days: listDaysInMonth(month).map((day) => ({ day, ...sum(ofDay.get(day) ?? []) })),
  };
}

/** A role from before the site had centers contains the donors' text instead of an id. */
const keyOfScope = (id: string, known: ReadonlyMap<string, string>): string =>
  known.has(id) ? keyOfId(id) : centerKey(id);

const idOf = (key: string | null): string | undefined => (key?.startsWith('\n') ? key.slice(1) : undefined);

/** Every month ends with day 31 here, because days are compared as text and no month has a later day. */
const periodOf = (month: Month): Period => ({
  previousFrom: `${addMonths(month, -1)}-01` as Day,
  from: `${month}-01` as Day,
  to: `${month}-31` as Day,
});

const namesOf = (db: Db, table: 'appointments' | 'late_cancellations', rows: readonly CountRow[]) => {
  const days = new Map(
    rows.flatMap((row) => (row.part === 'center' && row.key !== null ? [[row.key, row.day] as const] : [])),
  );
  return listCenterNames(
    db,
    table,
    [...days].map(([key, day]) => ({ key, day })),
  );
};

/** The figures that count an appointment, keyed by its status. */
const figuresOf: Record<CountRow['status'], readonly (keyof Figures)[]> = {
  booked: ['booked'],
  arrived: ['booked', 'arrived'],
  fulfilled: ['booked', 'arrived', 'gave'],
  deferred: ['booked', 'arrived', 'deferred'],
  'not-given': ['booked', 'arrived', 'notGiven'],
  noshow: ['booked', 'noShow'],
  cancelled: [],
  'late-canceled': ['lateCanceled'],
  'over-capacity': ['overCapacity'],
};

function sum(rows: readonly CountRow[]): Figures {
  const figures = Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures;
  for (const { status, count } of rows) for (const name of figuresOf[status]) figures[name] += count;
  return figures;
}
