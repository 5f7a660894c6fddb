import type { AppointmentStatus } from '#contract/values.ts';
import type { StatusChangeRow } from '#server/db/check-in-tables.ts';

export type Change = Pick<
  StatusChangeRow,
  'operation_id' | 'status' | 'deferred_until' | 'changed_at' | 'recorded_at' | 'writer' | 'role' | 'device'
>;

/** What a donor's arrival can lead to without a contradiction. */
const outcomes: readonly AppointmentStatus[] = ['fulfilled', 'deferred', 'not-given'];

function contradicts(earlier: Change, later: Change): boolean {
  if (earlier.status === later.status && earlier.deferred_until === later.deferred_until) return false;
  if (earlier.status === 'booked') return false;
  return !(earlier.status === 'arrived' && outcomes.includes(later.status));
}

const isEarlier = (one: Change, other: Change): boolean =>
  one.changed_at < other.changed_at ||
  (one.changed_at === other.changed_at && one.operation_id < other.operation_id);

const isDecision = ({ role }: Change): boolean => role === 'owner' || role === 'coordinator';

/**
 * Merges the changes of an appointment, in whatever order they were received. The latest one stands. Two devices are in
 * conflict if their last changes contradict each other and neither knew of the other. A change by a coordinator who knew of
 * both decides.
 */
export function mergeChanges(changes: readonly Change[]): {
  standing: Change | undefined;
  /** The earlier and the later change. */
  conflict?: [Change, Change];
} {
  const sorted = changes.toSorted((one, other) => (isEarlier(one, other) ? -1 : 1));
  const decision = sorted.findLast(isDecision);
  const open = decision
    ? sorted.filter((change) => change === decision || change.recorded_at > decision.changed_at)
    : sorted;
  const last = [...new Map(open.map((change) => [change.writer, change])).values()].sort((one, other) =>
    isEarlier(one, other) ? 1 : -1,
  );
  for (const [index, later] of last.entries()) {
    const earlier = last
      .slice(index + 1)
      .find((each) => each.recorded_at > later.changed_at && contradicts(each, later));
    if (earlier) return { standing: sorted.at(-1), conflict: [earlier, later] };
  }
  return { standing: sorted.at(-1) };
}
