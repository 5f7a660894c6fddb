import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { Db } from '#server/db/tables.ts';
import { localDay } from '#server/features/centers/local-time.ts';
import { type CenterWithSeries, getCenter } from '#server/features/centers/rules.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { assessChanges } from './assess-changes.ts';
import { listAppointmentsOfDay, listChangesByMultipleDevices } from './repository.ts';
import { toCenterAppointment } from './serialize.ts';

type ListQuery = {
  centerId: string;
  /** Undefined for today at the center. */
  day: Day | undefined;
  /** The ETag of the response that the device has. */
  storedETag: string | undefined;
};

/** `json` is absent if the device already has the current list. */
type ListResult = { etag: string; json?: Uint8Array<ArrayBuffer> };

/** Maximum number of entries in each cache below. */
const MAX_VIEWS = 500;

/**
 * A read waits this long for more requests, because all devices of a center that was offline request its
 * list together.
 */
const SHARED_WITHIN_MS = 20;
/** Minimum time between two reads of a list on one server. Requests in between share the next read. */
const READ_INTERVAL_MS = 500;

/**
 * Creates the function that returns the list of a day's appointments. Each view adds an entry to the log. A
 * refreshed list adds one only about people who are new in it, because a busy day would otherwise add
 * millions of rows.
 */
export function createAppointmentList(core: Core) {
  const { db, clock } = core;
  /** The people whom a shift has seen in a list since this server started. */
  const views = new LRUCache<string, ReadonlySet<string>>({ max: MAX_VIEWS });
  /** Reads that have not begun yet. More requests can share them. */
  const upcoming = new Map<string, ReturnType<typeof readList>>();
  /** When lists were last read, in ms. */
  const readAt = new LRUCache<string, number>({ max: MAX_VIEWS });

  function readShared(center: CenterWithSeries, day: Day): ReturnType<typeof readList> {
    const key = `${center.id} ${day}`;
    const known = upcoming.get(key);
    if (known) return known;
    const sinceReadMs = clock() - (readAt.get(key) ?? 0);
    // Clamp the wait, in case the clock was set back.
    const untilNextMs = sinceReadMs < 0 ? 0 : READ_INTERVAL_MS - sinceReadMs;
    const list = pause(Math.max(SHARED_WITHIN_MS, untilNextMs)).then(() => {
      upcoming.delete(key);
      readAt.set(key, clock());
      return readList(db, center, day);
    });
    upcoming.set(key, list);
    return list;
  }

  /** @throws AppError not-found (404: no such center, or for door staff not today) */
  return async (viewer: StaffMember, { centerId, day, storedETag }: ListQuery): Promise<ListResult> => {
    const center = await getCenter(core, centerId);
    const today = localDay(center, clock());
    if (viewer.role === 'door' && day !== undefined && day !== today) throw new AppError('not-found');
    const wanted = day ?? today;
    const { etag, json, people } = await readShared(center, wanted);
    if (etag === storedETag) return { etag };
    const view = `${viewer.shift.id} ${centerId} ${wanted}`;
    const seen = storedETag === undefined ? undefined : views.get(view);
    const unseen = people.filter((userId) => !seen?.has(userId));
    if (!seen || unseen.length > 0) {
      await withStaffLog(core, viewer, (_, log) =>
        log({ action: 'view appointments', people: unseen, centerId }),
      );
      views.set(view, new Set([...(seen ?? []), ...people]));
    }
    return { etag, json };
  };
}

/** @throws AppError not-found (404: no such center) */
export async function countConflicts(core: Core, centerId: string, day: Day): Promise<number> {
  await getCenter(core, centerId);
  const changes = await groupChanges(core.db, centerId, day);
  return [...changes.values()].filter((own) => assessChanges(own).needsCheck).length;
}

/**
 * Returns a day's changes of the appointments that several devices changed, keyed by appointment. Only these
 * may need a check.
 */
const groupChanges = async (db: Db, centerId: string, day: Day) =>
  Map.groupBy(await listChangesByMultipleDevices(db, centerId, day), (change) => change.appointment_id);

/**
 * Reads the list of a day and the ids of the people in it. The ETag is weak, because responses are
 * compressed.
 */
async function readList(db: Db, { id, time_zone }: CenterWithSeries, day: Day) {
  const rows = await listAppointmentsOfDay(db, id, day);
  const changes = await groupChanges(db, id, day);
  const appointments = rows
    .map((row) => toCenterAppointment(row, changes.get(row.id) ?? [], time_zone))
    .map((row) => ({ row, key: `${row.time ?? ''} ${row.name} ${row._id}` }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ row }) => row);
  const json = new TextEncoder().encode(JSON.stringify(appointments));
  const etag = `W/"${createHash('sha256').update(json).digest('base64url')}"`;
  return { etag, json, people: rows.map(({ user_id }) => user_id) };
}
