import * as z from 'zod/mini';
import {
  addWalkIn,
  listCenterAppointments,
  listPassKeys,
  setAppointmentStatus,
} from '#contract/staff-check-in.ts';
import { call, send } from '#web/api/client.ts';
import { readErrorResponse } from '#web/api/errors.ts';
import { storedStaff } from '#web/auth/own-shift.ts';
import { checkInDatabase } from '#web/auth/persistence.ts';
import type { FetchedList, OperationResult } from './check-in.ts';
import { type CheckIn, createCheckIn, Snapshot } from './check-in.ts';
import { createEncryptedStorage, unsentDatabase } from './encrypted-storage.ts';
import type { Operation } from './operations.ts';
import { Queue } from './queue.ts';

/** A change that is sent later than this was made offline. */
const MAX_IMMEDIATE_MS = 60_000;

/** How long unsent changes are kept after the last one. */
const QUEUE_TTL_MS = 7 * 86_400_000;

type Options = { userId: string; centerId: string };

const checkIns = new Map<string, CheckIn>();

/** Returns the list of a center on this device, the same one for all pages. The list is deleted with the shift. */
export function getCheckIn({ userId, centerId }: Options): CheckIn {
  const name = `${userId} ${centerId}`;
  const known = checkIns.get(name);
  if (known) return known;
  const lists = createEncryptedStorage(checkInDatabase);
  const queues = createEncryptedStorage(unsentDatabase);
  const checkIn: CheckIn = createCheckIn({
    fetchList: (etag) => fetchList(centerId, etag),
    fetchPassKeys: () => call(listPassKeys),
    sendOperation: (operation) => sendOperation(centerId, operation, checkIn.now()),
    loadSnapshot: () => lists.read(`list ${name}`, Snapshot),
    saveSnapshot: async (snapshot) => {
      // A response may arrive after the end of the shift.
      const end = endOfShift(userId);
      if (end > 0) await lists.write(`list ${name}`, snapshot, end);
    },
    updateQueue: (change) => queues.update(name, Queue, change, Date.now() + QUEUE_TTL_MS),
    now: Date.now,
  });
  checkIns.set(name, checkIn);
  return checkIn;
}

/** In ms; 0 without a shift. */
export const endOfShift = (userId: string): number =>
  Date.parse(storedStaff(userId)?.shiftEndsAt ?? '1970-01-01');

/** Returns the number of changes of a person that this device has not sent, by center. */
async function listUnsent(userId: string): Promise<Map<string, number>> {
  const queues = createEncryptedStorage(unsentDatabase);
  const prefix = `${userId} `;
  // Without storage, the changes are in memory.
  const names = new Set([...(await queues.listNames().catch(() => [])), ...checkIns.keys()]);
  const unsent = new Map<string, number>();
  for (const name of names) {
    // Reading a queue that has expired, of anybody, deletes it.
    const stored = await queues.read(name, Queue).catch(() => undefined);
    const open = checkIns.get(name)?.getState();
    const count = Math.max(stored?.operations.length ?? 0, open?.operations.length ?? 0);
    if (name.startsWith(prefix) && count > 0) unsent.set(name.slice(prefix.length), count);
  }
  return unsent;
}

export const countUnsent = async (userId: string): Promise<number> =>
  [...(await listUnsent(userId)).values()].reduce((total, count) => total + count, 0);

/** Tries to send all changes of a person. Returns why some could not be sent. */
export async function sendUnsent(userId: string): Promise<Error | undefined> {
  const unsent = [...(await listUnsent(userId)).keys()];
  const open = unsent.map((centerId) => getCheckIn({ userId, centerId }));
  await Promise.all(open.map((checkIn) => checkIn.sync()));
  return open.find((checkIn) => checkIn.getState().operations.length > 0)?.getState().error;
}

export async function forgetUnsent(userId: string): Promise<void> {
  const queues = createEncryptedStorage(unsentDatabase);
  // Also those of which only rejected changes are left.
  const names = await queues.listNames().catch(() => []);
  for (const name of names) if (name.startsWith(`${userId} `)) await queues.remove(name);
  checkIns.clear();
}

async function fetchList(centerId: string, etag: string | undefined): Promise<FetchedList> {
  const path = listCenterAppointments.path.replace(':id', encodeURIComponent(centerId));
  const response = await send(`/api${path}`, {
    headers: { Accept: 'application/json', ...(etag && { 'If-None-Match': etag }) },
  });
  if (!response.ok && response.status !== 304) throw await readErrorResponse(response);
  const date = Date.parse(response.headers.get('Date') ?? '');
  return {
    list: response.ok ? z.parse(Snapshot.shape.list, await response.json()) : undefined,
    etag: response.headers.get('ETag') ?? undefined,
    serverTime: Number.isNaN(date) ? Date.now() : date,
  };
}

/** @param now the time by the server's clock, as that of the operation */
async function sendOperation(centerId: string, operation: Operation, now: number): Promise<OperationResult> {
  if (operation.kind === 'walk-in') {
    const { kind, at, ...body } = operation;
    // A donor who was added offline is never turned away.
    const isDelayed = now - Date.parse(at) > MAX_IMMEDIATE_MS;
    const result = await call(addWalkIn, { body: { ...body, centerId, ...(isDelayed && { at }) } });
    if ('success' in result) throw new Error(result.message);
    return { kind, appointmentId: result.insertedId, isOverCapacity: result.isOverCapacity === true };
  }
  const { kind, appointmentId, ...body } = operation;
  const result = await call(setAppointmentStatus, { params: { id: appointmentId }, body });
  if (!('conflict' in result)) return { kind, status: result.status };
  return { kind, status: result.conflict.at(-1)?.status ?? operation.status, conflict: result.conflict };
}
