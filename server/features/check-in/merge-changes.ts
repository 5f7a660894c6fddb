import type { AppointmentStatus } from '#contract/values.ts';
import type { StatusChangeRow } from '#server/db/check-in-tables.ts';

export type Change = Omit<StatusChangeRow, 'appointment_id' | 'center_id' | 'day'>;

/** What a donor's arrival can lead to without a contradiction. */
const outcomes: readonly AppointmentStatus[] = ['fulfilled', 'deferred', 'not-given'];

const notArrived: readonly AppointmentStatus[] = ['booked', 'noshow', 'cancelled'];

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
 * conflict if their last changes contradict each other and the later one did not know of the earlier one, or if both have
 * scanned the pass: one may be a copy. A change by a coordinator who knew of all of them decides.
 */
export function mergeChanges(changes: readonly Change[]): {
  standing: Change | undefined;
  /** The two changes, and what else was recorded that nobody else knew of; earlier ones first, last the one that stands. */
  conflict?: Change[];
} {
  const knows = createKnows(changes);
  const sorted = changes.toSorted((one, other) => (isEarlier(one, other) ? -1 : 1));
  const decision = sorted.findLast(isDecision);
  const open = decision ? sorted.filter((each) => each === decision || !knows(decision, each)) : sorted;
  const areInConflict = (earlier: Change, later: Change) =>
    !knows(later, earlier) && contradicts(earlier, later);
  const ignored = new Set(listAfterConflict(open, knows, areInConflict));
  const disputed = open.filter((each) => !ignored.has(each));
  const pair = findPair(disputed, areInConflict) ?? findPair(listScans(disputed), () => true);
  const conflict = pair && listChoices(open, pair, knows);
  return { standing: sorted.at(-1), ...(conflict && { conflict }) };
}

type Knows = (later: Change, earlier: Change) => boolean;

/** Returns whether somebody who made a change knew of another one: it was in the list, or had been received by then. */
function createKnows(changes: readonly Change[]): Knows {
  const places = new Map(changes.toSorted(byId).map((change, place) => [change, place]));
  return (later, earlier) =>
    later.seen_changes === null
      ? earlier.recorded_at <= later.changed_at
      : (places.get(earlier) ?? 0) < later.seen_changes;
}

/** Ids are in the order in which the changes were received. */
export const byId = (one: Change, other: Change): number => (one.id < other.id ? -1 : 1);

/** Returns what door staff recorded although they knew of a conflict. It does not end the conflict: a coordinator does. */
function listAfterConflict(
  open: readonly Change[],
  knows: Knows,
  areInConflict: (earlier: Change, later: Change) => boolean,
): Change[] {
  const ofWriters = new Map<string, Change>();
  let pair: readonly Change[] | undefined;
  return open.toSorted(byId).filter((change) => {
    if (pair && !isDecision(change) && pair.every((each) => knows(change, each))) return true;
    const other = [...ofWriters.values()].find((each) => {
      const [earlier, later] = isEarlier(each, change) ? [each, change] : [change, each];
      const areScans = each.is_scan === 1 && change.is_scan === 1;
      return each.writer !== change.writer && (areScans || areInConflict(earlier, later));
    });
    if (other) pair = [other, change];
    // A device that had not heard of the other one has changed its mind.
    else if (pair?.some(({ writer }) => writer === change.writer)) pair = undefined;
    ofWriters.set(change.writer, change);
    return false;
  });
}

/** Returns the latest two of the writers' last changes that are in conflict. */
function findPair(
  sorted: readonly Change[],
  areInConflict: (earlier: Change, later: Change) => boolean,
): [Change, Change] | undefined {
  const ofWriters = new Map(sorted.map((change) => [change.writer, change]));
  const last = [...ofWriters.values()].sort((one, other) => (isEarlier(one, other) ? 1 : -1));
  for (const [index, later] of last.entries()) {
    const earlier = last.slice(index + 1).find((each) => areInConflict(each, later));
    if (earlier) return [earlier, later];
  }
  return undefined;
}

/** Adds to the pair the last change of each writer that says something else and that no other writer knew of. */
function listChoices(sorted: readonly Change[], pair: readonly Change[], knows: Knows): Change[] {
  const last = [...new Map(sorted.map((change) => [change.writer, change])).values()];
  const isSame = (one: Change, other: Change) =>
    one.status === other.status && one.deferred_until === other.deferred_until;
  return sorted.filter(
    (each) =>
      pair.includes(each) ||
      each === sorted.at(-1) ||
      (last.includes(each) &&
        !pair.some((other) => isSame(each, other)) &&
        !sorted.some((other) => other.writer !== each.writer && knows(other, each))),
  );
}

/** Returns the scans that nobody undid. A device scans only the pass of a donor who has not come, as far as it knows. */
function listScans(sorted: readonly Change[]): Change[] {
  const undo = sorted.findLastIndex(({ status }) => notArrived.includes(status));
  return sorted.slice(undo + 1).filter(({ is_scan }) => is_scan === 1);
}
