import type * as z from 'zod/mini';
import { createClient } from '#web/api/client.ts';
import {
  type CheckInStore,
  createCheckInStore,
  type NewWalkIn,
} from '#web/features/check-in/device/check-in-store.ts';
import type { StatusOperation } from '#web/features/check-in/device/operations.ts';
import type { Queue } from '#web/features/check-in/device/queue.ts';
import { createRequests } from '#web/features/check-in/device/requests.ts';
import { fromStored, type StoredSnapshot, toStored } from '#web/features/check-in/device/snapshot.ts';
import type { TestApp } from './test-app.ts';

/** Returns a random integer from 0 to `count` - 1. */
export type Random = (count: number) => number;

/**
 * Creates a phone at the door of the center `c1`, whose browser has two tabs. A kill of the browser ends all
 * work of its pages and keeps its storage.
 */
export async function createDoorDevice(app: TestApp, random: Random) {
  const member = await app.register();
  app.giveRole(member, 'door', 'c1');
  const stored: { snapshot?: z.infer<typeof StoredSnapshot>; queue?: Queue | undefined } = {};
  const never = new Promise<never>(() => {});
  let isOnline = true;
  let callsUntilKill = 0;
  let browser = Promise.withResolvers<void>();
  let tabs: (CheckInStore | undefined)[] = [];

  function isKilledNow(): boolean {
    callsUntilKill -= 1;
    if (callsUntilKill !== 0) return false;
    tabs = [];
    browser.resolve();
    browser = Promise.withResolvers();
    return true;
  }

  function createTab(): CheckInStore {
    const own = browser;
    /** Runs the work. Never resolves if the browser is killed before the page has the result. */
    async function runUnlessKilled<Result>(work: () => Result): Promise<Awaited<Result>> {
      if (own !== browser || isKilledNow()) return never;
      const result = await work();
      return own !== browser || isKilledNow() ? never : result;
    }
    async function fetchOnline(
      address: URL,
      { method = 'GET', headers, body }: RequestInit,
    ): Promise<Response> {
      if (!isOnline) throw new TypeError('There is no connection');
      // Advance the site's clock, by which a device reads a list at most every 500 ms.
      app.time.offsetMs += 1000;
      const response = await app.send(method, address.pathname, {
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' && { body }),
      });
      if (random(10) === 0) throw new TypeError('The response was lost');
      return response;
    }
    const client = createClient({
      fetch: (address, init) => runUnlessKilled(() => fetchOnline(address, init)),
      token: { read: () => member.token, store: () => {}, clear: () => {} },
      interceptor: {
        read: () => ({ isSignedOutByUser: false }),
        renewAccess: async () => false,
        onForbidden: async () => false,
      },
      origin: () => app.config.publicUrl,
    });
    return createCheckInStore({
      ...createRequests(client, { centerId: 'c1', hasSignedOut: () => false }),
      loadSnapshot: (shiftKey) =>
        runUnlessKilled(() => stored.snapshot && fromStored(stored.snapshot, shiftKey)),
      saveSnapshot: (snapshot, shiftKey) =>
        runUnlessKilled(
          async () => void Object.assign(stored, { snapshot: await toStored(snapshot, shiftKey) }),
        ),
      updateQueue: (change) =>
        runUnlessKilled(() => Object.assign(stored, { queue: change(stored.queue) }).queue),
      now: app.clock,
    });
  }

  /** Returns false if the browser is killed before the work completes. */
  const completesBeforeKill = (work: Promise<unknown>): Promise<boolean> =>
    Promise.race([work.then(() => true), browser.promise.then(() => false)]);

  return {
    /** Sometimes loses the connection, and gets it back after a longer time. */
    walkAround(): void {
      if (random(isOnline ? 3 : 25) === 0) isOnline = !isOnline;
    },
    /** Returns one of the two tabs, which it opens if necessary. */
    async open(): Promise<CheckInStore> {
      const tab = random(2);
      tabs[tab] ??= createTab();
      const checkIn = tabs[tab];
      if (!checkIn.getState().hasLoaded || random(3) === 0) await checkIn.sync();
      return checkIn;
    },
    /**
     * Records a change, during which the browser may be killed. Returns whether the change is stored or sent.
     */
    async add(
      checkIn: CheckInStore,
      operation: StatusOperation | (NewWalkIn & { kind: 'walk-in' }),
    ): Promise<boolean> {
      if (random(5) === 0) callsUntilKill = 1 + random(12);
      const adding = operation.kind === 'walk-in' ? checkIn.addWalkIn(operation) : checkIn.add(operation);
      const isAdded = await completesBeforeKill(adding.then(() => checkIn.sync()));
      callsUntilKill = 0;
      const { operationId } = operation;
      return (
        isAdded ||
        stored.queue?.operations.some((operation) => operation.operationId === operationId) === true
      );
    },
    /** Goes online and synchronizes until everything is sent. */
    async sendAll(): Promise<CheckInStore> {
      isOnline = true;
      for (;;) {
        const checkIn = await this.open();
        await checkIn.sync();
        if (!checkIn.getState().error) return checkIn;
      }
    },
  };
}
