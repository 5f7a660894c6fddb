import type { AppointmentStatus } from '#contract/values.ts';
import type { StatusChangeRow } from '#server/db/check-in-tables.ts';

export type Change = Omit<StatusChangeRow, 'appointment_id' | 'center_id' | 'day'>;

/** What a donor's arrival can lead to without a contradiction. */
const outcomes: readonly AppointmentStatus[] = ['fulfilled', 'deferred', 'not-given'];

const notArrived: readonly AppointmentStatus[] = ['booked', 'noshow', 'cancelled'];

const isSame = (one: Change, other: Change): boolean =>
  one.status === other.status && one.deferred_until === other.deferred_until;

function contradicts(earlier: Change, later: Change): boolean {
  if (isSame(earlier, later)) return false;
  if (earlier.status === 'booked') return false;
  return !(earlier.status === 'arrived' && outcomes.includes(later.status));
}

const isEarlier = (one: Change, other: Change): boolean =>
  one.changed_at < other.changed_at ||
  (one.changed_at === other.changed_at && one.operation_id < other.operation_id);

const isDecision = ({ role }: Change): boolean => role === 'owner' || role === 'coordinator';

/**
 * Merges the changes of an appointment, in whatever order they were received. The latest one stands. Two devices are in
 * conflict if they contradict each other and neither knew of the other, or if both have scanned the pass: one may be a copy.
 * A change by a coordinator who knew of all that decides.
 */
export function mergeChanges(changes: readonly Change[]): {
  standing: Change | undefined;
  /** What contradicts each other, and what else nobody else knew of; earlier ones first, last the one that stands. */
  conflict?: Change[];
} {
  const knows = createKnows(changes);
  const sorted = changes.toSorted((one, other) => (isEarlier(one, other) ? -1 : 1));
  const standing = sorted.at(-1);
  const decision = sorted.findLast(isDecision);
  const open = decision ? sorted.filter((each) => each === decision || !knows(decision, each)) : sorted;
  const disputed = new Set([...listContradictions(open, knows), ...listScans(open, knows)]);
  if (disputed.size === 0) return { standing };
  const isShown = (each: Change) =>
    disputed.has(each) || each === standing || isOther(each, { open, disputed, knows });
  return { standing, conflict: open.filter(isShown) };
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

/**
 * Returns the changes of each two writers that contradict each other. What a writer changed before hearing of the other one
 * replaces the earlier change; what door staff change although they have heard of it does not: a coordinator decides.
 */
function listContradictions(open: readonly Change[], knows: Knows): Change[] {
  const ofWriters = Object.values(Object.groupBy(open, ({ writer }) => writer)) as Change[][];
  return open.filter((one) =>
    ofWriters.some((changes) => {
      const isOwn = changes[0]?.writer === one.writer;
      const other = isOwn ? undefined : changes.findLast((each) => !knows(each, one));
      if (!other || knows(one, other)) return false;
      const own = open.findLast((each) => each.writer === one.writer && !knows(each, other));
      return own === one && (isEarlier(one, other) ? contradicts(one, other) : contradicts(other, one));
    }),
  );
}

/** Returns the scans of one pass by different writers that nobody undid who had heard of one of them only. */
function listScans(open: readonly Change[], knows: Knows): Change[] {
  const scans = new Map(open.filter(({ is_scan }) => is_scan === 1).map((scan) => [scan.writer, scan]));
  const isUndone = (scan: Change, other: Change) =>
    open.some((each) => notArrived.includes(each.status) && isEarlier(scan, each) && !knows(each, other));
  return [...scans.values()].filter((scan) =>
    [...scans.values()].some((other) => other !== scan && !isUndone(scan, other) && !isUndone(other, scan)),
  );
}

type Disputed = { open: readonly Change[]; disputed: ReadonlySet<Change>; knows: Knows };

/** Whether a writer has recorded this last, nobody else knew of it, and it says something else than what is disputed. */
function isOther(change: Change, { open, disputed, knows }: Disputed): boolean {
  const { writer } = change;
  return (
    open.findLast((each) => each.writer === writer) === change &&
    ![...disputed].some((each) => isSame(each, change)) &&
    !open.some((each) => each.writer !== writer && knows(each, change))
  );
}
