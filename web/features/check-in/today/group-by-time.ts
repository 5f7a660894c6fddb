import type { CheckInRow } from '../device/operations.ts';

/** The rows of one arrival time. '' is the group without a time. */
export type TimeGroup<Row extends CheckInRow = CheckInRow> = { time: string; rows: readonly Row[] };

/**
 * Groups rows by arrival time, in the order of the rows. A walk-in joins the group of the last booked time up
 * to its own, or of the start of its hour if that is later. If no donor has booked a time, there is one
 * group.
 */
export function groupByTime<Row extends CheckInRow>(rows: readonly Row[]): TimeGroup<Row>[] {
  const booked = new Set(rows.flatMap(({ time, isWalkIn }) => (time && !isWalkIn ? time : [])));
  const timeOf = ({ time = '', isWalkIn }: Row): string => {
    if (!isWalkIn || !time) return time;
    if (booked.size === 0) return '';
    return [...booked].filter((bookedTime) => bookedTime <= time).reduce(later, `${time.slice(0, 2)}:00`);
  };
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const time = timeOf(row);
    const group = groups.get(time);
    if (group) group.push(row);
    else groups.set(time, [row]);
  }
  return [...groups].map(([time, ofTime]) => ({ time, rows: ofTime }));
}

const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * Separates the groups before an hour, such as `13:00`, from the others. If there are no others, none counts
 * as earlier, because the list would show nobody.
 */
export function splitEarlier(
  groups: readonly TimeGroup[],
  hour: string,
): { earlier: readonly TimeGroup[]; current: readonly TimeGroup[] } {
  const isEarlier = ({ time }: TimeGroup) => time !== '' && time < hour;
  const current = groups.filter((group) => !isEarlier(group));
  if (current.length === 0) return { earlier: [], current: groups };
  return { earlier: groups.filter(isEarlier), current };
}

/** Returns the groups with only the first rows of all. */
export function takeRows(groups: readonly TimeGroup[], count: number): TimeGroup[] {
  let left = count;
  return groups.flatMap(({ time, rows }) => {
    const taken = rows.slice(0, left);
    left -= taken.length;
    return taken.length > 0 ? { time, rows: taken } : [];
  });
}

export const countGroups = (groups: readonly TimeGroup[]): number =>
  groups.reduce((sum, { rows }) => sum + rows.length, 0);
