import { sealBox } from '#contract/sealed-box.ts';
import { type DeviceKeys, sealingContext, type WalkInDetails } from '#contract/staff-check-in.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import type { CheckInDeps } from './deps.ts';
import { canEncrypt } from './device-storage.ts';
import { explainRejection, isTemporary } from './operation-errors.ts';
import {
  applyOperations,
  type CheckInRow,
  confirmOperation,
  type Operation,
  type OperationResult,
  type WalkInOperation,
} from './operations.ts';
import {
  addOperation,
  applyChanges,
  dismissOperation,
  emptyQueue,
  forceWalkIn,
  markOffline,
  type Queue,
  type QueueChange,
  type RejectedOperation,
  rejectOperation,
  removeSent,
} from './queue.ts';
import { emptySnapshot, type People, type Snapshot, toPerson } from './snapshot.ts';

export type CheckInState = Omit<Snapshot, 'etag'> &
  Pick<Queue, 'operations'> & {
    rejected: readonly RejectedChange[];
    rows: readonly CheckInRow[];
    /** Why the last attempt to reach the server failed. */
    error: Error | undefined;
    hasLoaded: boolean;
    /** Number of operations that this browser has stored. */
    storedCount: number;
    /** Whether changes are lost when the page closes, because the browser does not store them. */
    isUnstored: boolean;
  };

/**
 * A rejected change with the donor's name, because the donor may no longer be on a list. The name is absent
 * after a reload while offline.
 */
export type RejectedChange = RejectedOperation & { name?: string | undefined };

export type NewWalkIn = WalkInDetails & Pick<WalkInOperation, 'at' | 'operationId' | 'wasOffline'>;

export type CheckInStore = ReturnType<typeof createCheckInStore>;

/**
 * The ETag of a list that this device has changed. If the device sent no ETag, the server would log access to
 * each donor of the list again.
 */
const CHANGED_ETAG = '"changed"';
const MIN_CLOCK_OFFSET_MS = 2000;

/**
 * Returns how far the server's clock is ahead of this device's, in ms: the possible value that is nearest to
 * the previous one, or 0 if it is small. The server read its clock, in whole seconds, between the request and
 * the response, which may be long on a bad connection.
 */
function estimateOffset(
  previous: number,
  { serverTime, requestedAt, respondedAt }: { serverTime: number; requestedAt: number; respondedAt: number },
): number {
  const offset = Math.max(serverTime - respondedAt, Math.min(previous, serverTime + 999 - requestedAt));
  return Math.abs(offset) < MIN_CLOCK_OFFSET_MS ? 0 : offset;
}

/**
 * Creates the store of today's list on this device. Changes are visible immediately, stored before they are
 * sent, and sent in order, at least once: the server ignores repetitions.
 */
export function createCheckInStore(deps: CheckInDeps) {
  let snapshot = emptySnapshot;
  /** These keys are kept only in memory. */
  let keys: DeviceKeys | undefined;
  /** The queue as any tab last stored it, without the changes in `unsaved`. */
  let stored = emptyQueue;
  let unsaved: readonly QueueChange[] = [];
  let error: Error | undefined;
  let hasLoaded = false;
  let isUnstored = false;
  let saving = Promise.resolve();
  let state = toState();
  let running = Promise.resolve();
  /** The attempt after the running one. Sends changes that were added in the meantime. */
  let next: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const results = new Map<string, OperationResult>();

  function getQueue(): Queue {
    return applyChanges(stored, unsaved);
  }
  function toState(): CheckInState {
    const { etag: _, ...rest } = snapshot;
    const queue = getQueue();
    const rows = applyOperations(snapshot.list, queue.operations, snapshot.people);
    const rejected = queue.rejected.map((change) => ({ ...change, name: nameOf(change.operation) }));
    const storedCount = stored.operations.length;
    return { ...rest, ...queue, rejected, rows, error, hasLoaded, storedCount, isUnstored };
  }
  function publish(): void {
    state = toState();
    for (const listener of listeners) listener();
  }
  async function changeQueue(change: QueueChange): Promise<void> {
    unsaved = [...unsaved, change];
    publish();
    await saveQueue();
  }
  /** Stores the changes of this tab, and reads those of other tabs. */
  const saveQueue = (): Promise<void> =>
    store(async () => {
      const changes = unsaved;
      const { operations } = getQueue();
      const latest = await deps.updateQueue((queue) =>
        changes.length > 0 ? applyChanges(queue ?? emptyQueue, changes) : queue,
      );
      stored = latest ?? emptyQueue;
      unsaved = unsaved.filter((change) => !changes.includes(change));
      const ids = new Set(stored.operations.map(({ operationId }) => operationId));
      // Another tab has sent some operations, and stored a list that includes them.
      if (operations.some(({ operationId }) => !ids.has(operationId))) await loadSnapshot();
      publish();
    });
  function setSnapshot(next: Snapshot): Promise<void> {
    snapshot = next;
    const shiftKey = keys?.shiftKey;
    // The stored names stay unchanged until this page can read them.
    if (shiftKey === undefined || next.isLocked) return saving;
    return store(() => deps.saveSnapshot(next, shiftKey));
  }
  /**
   * Stores values one after the other, so that the last one stays. Sets `isUnstored` if the browser does not
   * store them, for example in a private window.
   */
  function store(save: () => Promise<void>): Promise<void> {
    saving = saving.then(save).then(
      () => {
        isUnstored = false;
      },
      () => {
        isUnstored = true;
      },
    );
    return saving;
  }

  /** Marks unsent walk-ins as recorded offline, so that the server accepts them even if the day is full. */
  async function markWaiting(): Promise<void> {
    const isNew = (operation: Operation) => operation.kind === 'walk-in' && !operation.wasOffline;
    if (getQueue().operations.some(isNew)) await changeQueue(markOffline);
  }

  async function loadSnapshot(): Promise<void> {
    const loaded = await deps.loadSnapshot(keys?.shiftKey);
    const isBetter = loaded && (snapshot.isLocked || snapshot.fetchedAt === 0 || !loaded.isLocked);
    if (isBetter && loaded.fetchedAt >= snapshot.fetchedAt)
      snapshot = { ...loaded, people: { ...loaded.people, ...snapshot.people } };
  }

  const loading = (async () => {
    await loadSnapshot().catch(() => undefined);
    await saveQueue();
    await markWaiting(); // Mark walk-ins that an earlier page could not send.
    hasLoaded = true;
    publish();
  })();

  async function sendAll(): Promise<void> {
    for (let [sent] = getQueue().operations; sent; [sent] = getQueue().operations) await sendOne(sent);
  }

  async function sendOne(sent: Operation): Promise<void> {
    try {
      const result = await deps.sendOperation(sent);
      results.set(sent.operationId, result);
      const list = confirmOperation(applyOperations(snapshot.list, [sent], snapshot.people), sent, result);
      // Store the list first. If the page is closed before the queue is stored, the operation is repeated,
      // not lost.
      void setSnapshot({ ...snapshot, list, etag: CHANGED_ETAG });
      await changeQueue(removeSent(sent, result.kind === 'walk-in' ? result.appointmentId : undefined));
    } catch (cause) {
      if (isTemporary(cause)) {
        await markWaiting();
        throw cause;
      }
      const row =
        sent.kind === 'status' ? state.rows.find(({ _id }) => _id === sent.appointmentId) : undefined;
      // A 404 may mean that the person's role has ended. Then reloading the list fails as well, and the
      // operation is kept.
      if (cause instanceof ApiError && cause.status === 404) await refresh();
      if (row?.name) void setPerson(sent.operationId, row);
      await changeQueue(rejectOperation({ operation: sent, message: explainRejection(cause) }));
    }
  }

  function nameOf(operation: Operation): string | undefined {
    return snapshot.people[operation.operationId]?.name ?? ('name' in operation ? operation.name : undefined);
  }
  function setPerson(operationId: string, { name, bloodGroup, phoneEnd }: People[string]): Promise<void> {
    const people = { ...snapshot.people, [operationId]: { name, bloodGroup, phoneEnd } };
    return setSnapshot({ ...snapshot, people });
  }
  /**
   * Returns the people of the operations that still wait. Drops the people of sent and dismissed operations.
   */
  function currentPeople(): People {
    const { operations, rejected } = getQueue();
    const waiting = [...operations, ...rejected.map(({ operation }) => operation)];
    const ids = new Set(waiting.map(({ operationId }) => operationId));
    return Object.fromEntries(Object.entries(snapshot.people).filter(([id]) => ids.has(id)));
  }

  async function unlock(): Promise<void> {
    keys ??= await deps.fetchDeviceKeys();
    // Another tab may have stored the list that this tab could not fetch.
    if (snapshot.isLocked || snapshot.fetchedAt === 0) await loadSnapshot();
  }

  async function refresh(): Promise<void> {
    const requestedAt = deps.now();
    const { list, etag, serverTime } = await deps.fetchList(snapshot.etag);
    const times = { serverTime, requestedAt, respondedAt: deps.now() };
    const clockOffset = estimateOffset(snapshot.clockOffset, times);
    const passKeys = snapshot.passKeys.length > 0 ? snapshot.passKeys : await deps.fetchPassKeys();
    const next = {
      list: list ?? snapshot.list,
      etag,
      people: currentPeople(),
      isLocked: false,
      fetchedAt: serverTime,
      clockOffset,
      passKeys,
      sealingKey: keys?.sealingKey ?? snapshot.sealingKey,
    };
    const saved = setSnapshot(next);
    publish();
    await saved;
  }

  async function attempt(): Promise<void> {
    try {
      await loading;
      await saveQueue();
      try {
        await unlock();
      } finally {
        // Send the queue even if the keys can't be read.
        await sendAll();
      }
      await refresh();
      error = undefined;
    } catch (cause) {
      error = cause instanceof Error ? cause : new Error(String(cause));
    }
    publish();
  }

  /** Sends the queue, then reads the list. Never rejects. `error` says what failed. */
  function sync(): Promise<void> {
    next ??= running.then(() => {
      next = undefined;
      running = attempt();
      return running;
    });
    return next;
  }

  /** @throws NetworkError if this device has not received a sealing key yet */
  async function seal(operationId: string, details: WalkInDetails) {
    if (!snapshot.sealingKey) await loadSnapshot();
    const { sealingKey } = snapshot;
    if (!sealingKey) throw new NetworkError();
    const context = sealingContext({ centerId: deps.centerId, operationId });
    return { sealed: await sealBox(sealingKey, JSON.stringify(details), context), keyId: sealingKey.keyId };
  }

  return {
    sync,
    /**
     * Resolves when the server has responded to an operation, to the response if this page received it. This
     * may take hours without a connection.
     */
    whenSettled: (operationId: string): Promise<OperationResult | undefined> =>
      new Promise((resolve) => {
        const look = () => {
          if (getQueue().operations.some((queued) => queued.operationId === operationId)) return;
          listeners.delete(look);
          resolve(results.get(operationId));
        };
        listeners.add(look);
        look();
      }),
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Returns once the operation is stored on the device, or cannot be stored. */
    async add(operation: Operation): Promise<void> {
      // Stored operations come before new ones.
      await loading;
      await changeQueue(addOperation(operation));
      void sync();
    },
    /**
     * Returns once the walk-in is stored on the device, readable only by the server, or sent.
     * @throws Error if neither is possible; then nothing of the walk-in is kept
     */
    async addWalkIn({ at, operationId, wasOffline, ...details }: NewWalkIn): Promise<void> {
      await loading;
      const visit = { kind: 'walk-in', at, operationId, ...(wasOffline && { wasOffline }) } as const;
      const operation = canEncrypt()
        ? { ...visit, ...(await seal(operationId, details)) }
        : { ...visit, ...details };
      void setPerson(operationId, toPerson(details));
      const adding = addOperation(operation);
      await changeQueue(adding);
      const sending = sync();
      if (!unsaved.includes(adding)) return;
      await sending;
      const isWaiting = getQueue().operations.some((queued) => queued.operationId === operationId);
      if (!unsaved.includes(adding) || !isWaiting) return;
      unsaved = unsaved.filter((change) => change !== adding);
      publish();
      throw new Error('The walk-in was not stored.', { cause: error });
    },
    /** Removes an operation that the server has rejected. */
    dismiss: ({ operation }: Pick<RejectedOperation, 'operation'>) =>
      changeQueue(dismissOperation(operation)),
    /** Adds a rejected walk-in although the day is full. */
    async force({ operation }: RejectedOperation): Promise<void> {
      await changeQueue(forceWalkIn(operation));
      void sync();
    },
    /** Returns the time in ms by the server's clock, as last measured. */
    now: (): number => deps.now() + snapshot.clockOffset,
  };
}
