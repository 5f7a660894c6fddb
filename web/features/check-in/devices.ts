import * as client from '#web/api/client.ts';
import { storedStaff } from '#web/auth/own-shift.ts';
import { checkInDatabase } from '#web/auth/persistence.ts';
import { type CheckIn, createCheckIn, Snapshot } from './check-in.ts';
import { createEncryptedStorage, unsentDatabase } from './encrypted-storage.ts';
import { Queue } from './queue.ts';
import { createRequests } from './requests.ts';

/** How long unsent changes are kept after the last one. */
const QUEUE_TTL_MS = 7 * 86_400_000;

type Options = { userId: string; centerId: string };

const checkIns = new Map<string, CheckIn>();

/** Returns the list of a center on this device, the same one for all pages. The list is deleted with the shift. */
export function getCheckIn({ userId, centerId }: Options): CheckIn {
  const name = `${userId} ${centerId}`;
  const known = checkIns.get(name);
  if (known) return known;
  const lists = createShiftStorage(userId);
  const queues = createEncryptedStorage(unsentDatabase);
  const checkIn = createCheckIn({
    ...createRequests(client, { centerId }),
    loadSnapshot: () => lists.read(`list ${name}`, Snapshot),
    saveSnapshot: (snapshot) => lists.write(`list ${name}`, snapshot),
    updateQueue: (change) => queues.update(name, Queue, change, Date.now() + QUEUE_TTL_MS),
    now: Date.now,
  });
  checkIns.set(name, checkIn);
  return checkIn;
}

/** What the device keeps until the end of a person's shift. */
export function createShiftStorage(userId: string) {
  const { read, write } = createEncryptedStorage(checkInDatabase);
  return {
    read,
    /** Stores nothing without a shift: a response may arrive after its end, when all was deleted. */
    async write(name: string, value: unknown): Promise<void> {
      const staff = storedStaff(userId);
      if (staff) await write(name, value, Date.parse(staff.shiftEndsAt));
    },
  };
}

/** Returns the number of changes of a person that this device has not sent, or that were rejected and not looked at, by center. */
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
    const count = Math.max(...[stored, open].map(countChanges));
    if (name.startsWith(prefix) && count > 0) unsent.set(name.slice(prefix.length), count);
  }
  return unsent;
}

const countChanges = (queue: Queue | undefined): number =>
  queue ? queue.operations.length + queue.rejected.length : 0;

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
