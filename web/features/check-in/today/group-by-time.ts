import type { CheckInRow } from '../device/operations.ts';

/**
 * Groups rows by arrival time, in the order of the rows; '' is the group without a time. A walk-in joins the
 * group of the last booked time up to its own, or of the start of its hour if that is later. If no donor has
 * booked a time, there is one group.
 */
export function groupByTime<Row extends CheckInRow>(rows: readonly Row[]): Map<string, Row[]> {
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
  return groups;
}

const later = (one: string, other: string): string => (one > other ? one : other);
