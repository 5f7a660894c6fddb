import type { AppointmentStatus } from '#contract/values.ts';
import type { StatusChangeRow } from '#server/db/check-in-tables.ts';
import { MIN_OFFLINE_MS } from './recorded-time.ts';

export type Change = Omit<StatusChangeRow, 'appointment_id' | 'center_id' | 'day'>;

const outcomes: readonly AppointmentStatus[] = ['fulfilled', 'deferred', 'not-given', 'noshow'];

/**
 * Sorts the changes of an appointment. A coordinator must check them if two devices recorded different
 * outcomes or scanned the pass since the last undo. A coordinator's confirmation settles all changes that the
 * server had received before it.
 */
export function assessChanges(changes: readonly Change[]): {
  /** Sorted by time. The last one counts. */
  sorted: readonly Change[];
  needsCheck: boolean;
} {
  const sorted = changes.toSorted(byTime);
  const confirmation = sorted.findLast(isConfirmation);
  const isOpen = (change: Change) =>
    !confirmation || change === confirmation || change.recorded_at > confirmation.changed_at;
  const open = sorted.filter(isOpen);
  const counted = open.slice(open.findLastIndex(isUndo) + 1);
  const latest = [...new Map(counted.map((change) => [change.writer, change])).values()];
  const recorded = latest.filter(({ status }) => outcomes.includes(status));
  const different = new Set(recorded.map(({ status, deferred_until }) => `${status} ${deferred_until}`));
  const scanners = new Set(counted.filter(({ is_scan }) => is_scan).map(({ writer }) => writer));
  return { sorted, needsCheck: different.size > 1 || scanners.size > 1 };
}

const byTime = (one: Change, other: Change): number =>
  one.changed_at - other.changed_at || (one.operation_id < other.operation_id ? -1 : 1);

const isUndo = ({ status }: Change): boolean => status === 'booked';

/** Returns whether a coordinator or owner made the change online. A scan does not count as a confirmation. */
const isConfirmation = ({ role, is_scan, changed_at, recorded_at }: Change): boolean =>
  (role === 'coordinator' || role === 'owner') && !is_scan && recorded_at - changed_at < MIN_OFFLINE_MS;
