import { authInterceptor } from '#web/api/access-token.ts';
import * as client from '#web/api/client.ts';
import { hasSignedOut } from '#web/api/has-signed-out.ts';
import { readStoredStaff } from '#web/auth/own-shift.ts';
import { checkInDatabaseName } from '#web/auth/persistence.ts';
import { type CheckInStore, createCheckInStore } from './check-in-store.ts';
import { createDeviceStorage, unsentDatabase } from './device-storage.ts';
import { Queue } from './queue.ts';
import { createRequests } from './requests.ts';
import { fromStored, StoredSnapshot, toStored } from './snapshot.ts';

/** How long unsent changes are kept after the last one. */
const QUEUE_TTL_MS = 7 * 86_400_000;

type Options = { userId: string; centerId: string };

const checkIns = new Map<string, CheckInStore>();

const isSignedOut = (userId: string): boolean => hasSignedOut(userId, authInterceptor.read());

/**
 * Returns the store of a center's list on this device, which all pages share. The stored list is deleted when
 * the shift ends.
 */
export function getCheckInStore({ userId, centerId }: Options): CheckInStore {
  const name = `${userId} ${centerId}`;
  const existing = checkIns.get(name);
  if (existing) return existing;
  const lists = createShiftStorage(userId);
  const queues = createDeviceStorage(unsentDatabase);
  const checkIn = createCheckInStore({
    ...createRequests(client, { centerId, hasSignedOut: () => isSignedOut(userId) }),
    async loadSnapshot(shiftKey) {
      const stored = await lists.read(`list ${name}`, StoredSnapshot);
      return stored && fromStored(stored, shiftKey);
    },
    async saveSnapshot(snapshot, shiftKey) {
      const stored = await toStored(snapshot, shiftKey);
      if (stored) await lists.write(`list ${name}`, stored);
    },
    updateQueue: (change) => queues.update(name, Queue, change, Date.now() + QUEUE_TTL_MS),
    now: Date.now,
  });
  checkIns.set(name, checkIn);
  return checkIn;
}

/**
 * Discards the lists after a person has signed out, in any tab: a change that was being sent never settles,
 * and later changes would wait for it.
 */
export function discardIfSignedOut(userId: string): void {
  if (isSignedOut(userId)) checkIns.clear();
}

/** Opens the storage of data that the device keeps until the end of a person's shift. */
export function createShiftStorage(userId: string) {
  const { read, write } = createDeviceStorage(checkInDatabaseName);
  return {
    read,
    /** Stores nothing without a shift: a response may arrive after its end, when everything was deleted. */
    async write(name: string, value: unknown): Promise<void> {
      const staff = readStoredStaff(userId);
      if (staff) await write(name, value, Date.parse(staff.shiftEndsAt));
    },
  };
}

/**
 * Numbers of changes that are only on this device: unsent ones, and rejected ones that were not dismissed.
 */
export type ChangeCounts = {
  unsent: number;
  rejected: number;
  /** The first center with such changes. */
  centerId?: string;
};

/** Returns the numbers of a person's changes, keyed by center. */
async function listChanges(userId: string): Promise<Map<string, Omit<ChangeCounts, 'centerId'>>> {
  const queues = createDeviceStorage(unsentDatabase);
  const prefix = `${userId} `;
  // If nothing can be stored, the changes are in memory.
  const names = new Set([...(await queues.listNames().catch(() => [])), ...checkIns.keys()]);
  const changes = new Map<string, Omit<ChangeCounts, 'centerId'>>();
  for (const name of names) {
    // Reading an expired queue of any user deletes it.
    const stored = await queues.read(name, Queue).catch(() => undefined);
    const states = [stored, checkIns.get(name)?.getState()];
    const unsent = Math.max(...states.map((queue) => queue?.operations.length ?? 0));
    const rejected = Math.max(...states.map((queue) => queue?.rejected.length ?? 0));
    if (name.startsWith(prefix)) changes.set(name.slice(prefix.length), { unsent, rejected });
  }
  return changes;
}

export async function countChanges(userId: string): Promise<ChangeCounts> {
  const counts: ChangeCounts = { unsent: 0, rejected: 0 };
  for (const [centerId, { unsent, rejected }] of await listChanges(userId)) {
    counts.unsent += unsent;
    counts.rejected += rejected;
    if (unsent + rejected > 0) counts.centerId ??= centerId;
  }
  return counts;
}

/** Tries to send all changes of a person. Returns the error if some could not be sent. */
export async function sendUnsent(userId: string): Promise<Error | undefined> {
  const changes = [...(await listChanges(userId))].filter(([, { unsent }]) => unsent > 0);
  const open = changes.map(([centerId]) => getCheckInStore({ userId, centerId }));
  await Promise.all(open.map((checkIn) => checkIn.sync()));
  return open.find((checkIn) => checkIn.getState().operations.length > 0)?.getState().error;
}

export async function discardUnsent(userId: string): Promise<void> {
  const queues = createDeviceStorage(unsentDatabase);
  // This includes queues that have only rejected changes left.
  const names = await queues.listNames().catch(() => []);
  for (const name of names) if (name.startsWith(`${userId} `)) await queues.remove(name);
  checkIns.clear();
}
