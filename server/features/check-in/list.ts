import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Day } from '#contract/days.ts';
import type { CenterAppointment } from '#contract/staff-check-in.ts';
import { AppError } from '#platform/errors.ts';
import { localDay } from '#server/features/centers/rules.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { type CheckInDeps, getCenter } from './deps.ts';
import { listChangesOfDay, listOfDay } from './repository.ts';
import { toCenterAppointment } from './serialize.ts';

type ListQuery = {
  centerId: string;
  /** The default is today at the center. */
  day: Day | undefined;
  /** The ETag of the response that the device has. */
  knownETag: string | undefined;
};

/** `appointments` is missing if the device has the current list. */
type ListResult = { etag: string; appointments?: CenterAppointment[] };

/** Maximum number of lists on devices of which the people are remembered. */
const MAX_VIEWS = 500;

/**
 * Creates the list of a day's appointments. Each view is an entry in the log. A device that refreshes its list adds an entry
 * only about people who were not in it: else a busy day would add millions of rows.
 */
export function createAppointmentList(deps: CheckInDeps) {
  const { db, clock } = deps;
  /** The people that a shift has seen in a list, while this server runs. */
  const views = new LRUCache<string, ReadonlySet<string>>({ max: MAX_VIEWS });

  /** @throws AppError not-found (404: no such center; for door staff, not today) */
  return async (viewer: StaffMember, { centerId, day, knownETag }: ListQuery): Promise<ListResult> => {
    const center = await getCenter(deps, centerId);
    const today = localDay(center, clock());
    if (viewer.role === 'door' && day !== undefined && day !== today) throw new AppError('not-found');
    const wanted = day ?? today;
    const rows = await listOfDay(db, centerId, wanted);
    const changes = Map.groupBy(await listChangesOfDay(db, centerId, wanted), (each) => each.appointment_id);
    const appointments = rows
      .map((row) => toCenterAppointment(row, changes.get(row.id) ?? []))
      .sort(byTimeAndName);
    const etag = etagOf(appointments);
    if (etag === knownETag) return { etag };
    const view = `${viewer.shift.id} ${centerId} ${wanted}`;
    const people = rows.map(({ user_id }) => user_id);
    const seen = knownETag === undefined ? undefined : views.get(view);
    const unseen = people.filter((userId) => !seen?.has(userId));
    if (!seen || unseen.length > 0)
      await deps.change(viewer, (_, record) =>
        record({ action: 'view appointments', people: unseen, centerId }),
      );
    views.set(view, new Set([...(seen ?? []), ...people]));
    return { etag, appointments };
  };
}

/** Weak, because responses are compressed. */
const etagOf = (appointments: readonly CenterAppointment[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(appointments)).digest('base64url')}"`;

const byTimeAndName = (one: CenterAppointment, other: CenterAppointment): number => {
  const [left, right] = [one, other].map(({ time = '', name, _id }) => `${time} ${name} ${_id}`) as [
    string,
    string,
  ];
  return left < right ? -1 : 1;
};
