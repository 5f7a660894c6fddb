import * as z from 'zod/mini';
import {
  addWalkIn,
  listCenterAppointments,
  listPassKeys,
  setAppointmentStatus,
} from '#contract/staff-check-in.ts';
import { call, send } from '#web/api/client.ts';
import { readErrorResponse } from '#web/api/errors.ts';
import type { FetchedList, OperationResult } from './check-in.ts';
import { type CheckIn, createCheckIn, Snapshot } from './check-in.ts';
import { createEncryptedStorage } from './encrypted-storage.ts';
import type { Operation } from './operations.ts';
import { Queue } from './queue.ts';

/** A change that is sent later than this was made offline. */
const MAX_IMMEDIATE_MS = 60_000;

/** How long unsent changes are kept after the last one. */
const QUEUE_TTL_MS = 7 * 86_400_000;

type Options = { userId: string; centerId: string; shiftEndsAt: number };

const checkIns = new Map<string, CheckIn>();

/** Returns the list of a center on this device, the same one for all pages. The list is deleted with the shift. */
export function getCheckIn({ userId, centerId, shiftEndsAt }: Options): CheckIn {
  const name = `${userId} ${centerId}`;
  const known = checkIns.get(name);
  if (known) return known;
  const storage = createEncryptedStorage();
  const [listName, queueName] = [`list ${name}`, `queue ${name}`];
  const checkIn: CheckIn = createCheckIn({
    fetchList: (etag) => fetchList(centerId, etag),
    fetchPassKeys: () => call(listPassKeys),
    sendOperation: (operation) => sendOperation(centerId, operation, checkIn.now()),
    loadSnapshot: () => storage.read(listName, Snapshot),
    saveSnapshot: (snapshot) => storage.write(listName, snapshot, shiftEndsAt),
    updateQueue: (change) => storage.update(queueName, Queue, change, Date.now() + QUEUE_TTL_MS),
    now: Date.now,
  });
  checkIns.set(name, checkIn);
  return checkIn;
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
