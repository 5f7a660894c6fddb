import { expect, test, vi } from 'vitest';
import { openBox } from '#contract/sealed-box.ts';
import { type CenterAppointment, type PublicKey, sealingContext } from '#contract/staff-check-in.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { createCheckInStore } from './check-in-store.ts';
import type { CheckInDeps } from './deps.ts';
import type { Operation, StatusOperation } from './operations.ts';
import type { Queue } from './queue.ts';
import { fromStored, toStored } from './snapshot.ts';

const ecdh = { name: 'ECDH', namedCurve: 'P-256' };
const { publicKey, privateKey } = await crypto.subtle.generateKey(ecdh, true, ['deriveBits']);
const sealingKey = { keyId: 1, ...(await crypto.subtle.exportKey('jwk', publicKey)) } as PublicKey;

/** Opens a sealed walk-in, as the server does. */
async function open(operation: Operation | undefined): Promise<unknown> {
  if (!operation || !('sealed' in operation)) return undefined;
  const key = await crypto.subtle.exportKey('jwk', privateKey);
  const context = sealingContext({ centerId: 'c1', operationId: operation.operationId });
  return JSON.parse(await openBox(key, operation.sealed, context));
}

const appointment = (id: string): CenterAppointment => ({
  _id: id,
  name: `Donor ${id}`,
  bloodGroup: 'O+',
  phoneEnd: '5678',
  status: 'booked',
});

/** Creates a server that applies each operation once. */
function createServer(ids: readonly string[]) {
  const list = new Map(ids.map((id) => [id, appointment(id)]));
  const received = new Map<string, Operation>();
  let walkIns = 0;
  return {
    list,
    received,
    sealingKey,
    /** The ETags that devices sent. */
    etags: [] as (string | undefined)[],
    isOnline: true,
    /** Whether the response to an operation is lost after the operation is applied. */
    losesResponse: false,
    apply(operation: Operation) {
      const isFirst = !received.has(operation.operationId);
      received.set(operation.operationId, operation);
      if (operation.kind === 'walk-in') {
        const appointmentId = `walk-in ${operation.operationId}`;
        if (isFirst) walkIns += 1;
        list.set(appointmentId, { ...appointment(appointmentId), status: 'arrived', isWalkIn: true });
        return { kind: operation.kind, appointmentId, isOverCapacity: false };
      }
      const row = list.get(operation.appointmentId);
      if (!row) throw new ApiError(404, 'not-found', 'Not found.');
      if (isFirst) row.status = operation.status;
      return { kind: operation.kind, status: row.status };
    },
    get walkIns() {
      return walkIns;
    },
  };
}

/**
 * Creates a phone whose storage survives a new page. `open` opens the page and stops all earlier pages, which
 * then do nothing. `openTab` stops none.
 */
function createDevice(server: ReturnType<typeof createServer>) {
  const stored: { snapshot?: NonNullable<Awaited<ReturnType<typeof toStored>>>; queue?: Queue | undefined } =
    {};
  let page = 0;
  const never = new Promise<never>(() => {});
  function createDeps(own: number): CheckInDeps {
    const ifAlive = async <Result>(work: () => Result): Promise<Awaited<Result>> =>
      own === page ? await work() : never;
    return {
      fetchList: (etag) =>
        ifAlive(() => {
          if (!server.isOnline) throw new NetworkError();
          server.etags.push(etag);
          const list = [...server.list.values()].map((row) => ({ ...row }));
          return { list, etag: 'current', serverTime: 1000 };
        }),
      centerId: 'c1',
      fetchPassKeys: () => ifAlive(() => []),
      fetchDeviceKeys: () =>
        ifAlive(() => {
          if (!server.isOnline) throw new NetworkError();
          return { shiftKey: 'shift', sealingKey: server.sealingKey };
        }),
      sendOperation: (operation) =>
        ifAlive(() => {
          if (!server.isOnline) throw new NetworkError();
          const result = server.apply(operation);
          if (server.losesResponse) throw new NetworkError();
          return result;
        }),
      loadSnapshot: (shiftKey) =>
        ifAlive(() => stored.snapshot && fromStored(structuredClone(stored.snapshot), shiftKey)),
      saveSnapshot: (snapshot, shiftKey) =>
        ifAlive(async () => void Object.assign(stored, { snapshot: await toStored(snapshot, shiftKey) })),
      updateQueue: (change) =>
        ifAlive(() => {
          if (device.storesNothing) throw new Error('The quota is exceeded.');
          return Object.assign(stored, { queue: change(stored.queue) }).queue;
        }),
      now: () => 1000,
    };
  }
  const device = {
    stored,
    storesNothing: false,
    open(changes: Partial<CheckInDeps> = {}) {
      page += 1;
      return createCheckInStore({ ...createDeps(page), ...changes });
    },
    openTab: (changes: Partial<CheckInDeps> = {}) => createCheckInStore({ ...createDeps(page), ...changes }),
  };
  return device;
}

let operations = 0;
const walkIn = (name: string): Operation => ({
  kind: 'walk-in',
  name,
  bloodGroup: 'O+',
  at: '2026-11-25T10:00:00Z',
  operationId: `op-${++operations}`,
});

const status = (appointmentId: string, to: StatusOperation['status']): StatusOperation => ({
  kind: 'status',
  appointmentId,
  status: to,
  at: '2026-11-25T10:00:00Z',
  operationId: `op-${++operations}`,
});

test('a change is visible immediately, survives a killed page, and is sent when the connection is back', async () => {
  const server = createServer(['a', 'b']);
  const device = createDevice(server);
  const first = device.open();
  await first.sync();
  server.isOnline = false;
  await first.add(status('a', 'arrived'));
  expect(first.getState().rows[0]).toMatchObject({ status: 'arrived', isPending: true });
  const second = device.open();
  await second.sync();
  expect(second.getState()).toMatchObject({
    error: expect.any(NetworkError),
    operations: [expect.anything()],
  });
  expect(second.getState().rows).toMatchObject([
    { status: 'arrived', isPending: true },
    { status: 'booked' },
  ]);
  server.isOnline = true;
  await second.sync();
  expect(server.list.get('a')?.status).toBe('arrived');
  expect(second.getState()).toMatchObject({ error: undefined, operations: [] });
  expect(second.getState().rows[0]).not.toHaveProperty('isPending');
  await second.sync();
  // The server has logged the names for a device that has an ETag, and does not log them again.
  expect(server.etags).toEqual([undefined, '"changed"', 'current']);
});

test('a change of a walk-in that was not sent yet reaches its appointment', async () => {
  const server = createServer([]);
  const device = createDevice(server);
  server.isOnline = false;
  const checkIn = device.open();
  await checkIn.add({ kind: 'walk-in', name: 'Karim', bloodGroup: 'A+', at: '', operationId: 'w' });
  await checkIn.add(status('w', 'fulfilled'));
  expect(checkIn.getState().rows).toMatchObject([{ name: 'Karim', status: 'fulfilled', isWalkIn: true }]);
  server.isOnline = true;
  await checkIn.sync();
  expect([...server.list.values()]).toMatchObject([{ _id: 'walk-in w', status: 'fulfilled' }]);
});

const at = '2026-11-25T10:00:00Z';
const karim = { name: 'Karim', bloodGroup: 'A+', phone: '01712345678' } as const;

test("a device stores no names: without the shift's key it has ids, and walk-ins it cannot read", async () => {
  const server = createServer(['a', 'b']);
  const device = createDevice(server);
  const first = device.open();
  await first.sync();
  server.isOnline = false;
  await first.add(status('a', 'arrived'));
  await first.addWalkIn({ ...karim, at, operationId: 'w', wasOffline: true });
  expect(first.getState().rows[0]).toMatchObject({ name: 'Karim', phoneEnd: '5678', status: 'arrived' });
  await vi.waitFor(() => expect(device.stored.queue?.operations).toHaveLength(2));
  expect(JSON.stringify(device.stored)).not.toMatch(/Donor|Karim|"[AO]\+\\?"|5678/);

  const reloaded = device.open();
  await reloaded.sync();
  const { rows, ...state } = reloaded.getState();
  expect(state).toMatchObject({ isLocked: true, storedCount: 2, fetchedAt: 1000 });
  expect(rows).toMatchObject([
    { _id: 'a', name: '', status: 'arrived' },
    { _id: 'b', name: '', status: 'booked' },
  ]);
  await reloaded.add(status('b', 'arrived'));
  await reloaded.addWalkIn({ ...karim, name: 'Nadia', at, operationId: 'later', wasOffline: true });
  expect(reloaded.getState().rows[0]).toMatchObject({ name: 'Nadia' });

  server.isOnline = true;
  await reloaded.sync();
  expect(reloaded.getState()).toMatchObject({ isLocked: false, operations: [], rejected: [] });
  expect(await open(server.received.get('w'))).toEqual(karim);
  expect(await open(server.received.get('later'))).toMatchObject({ name: 'Nadia' });
  expect(server.list.get('b')?.status).toBe('arrived');
  expect(reloaded.getState().rows.map(({ name }) => name)).toContain('Donor a');
});

test('after a reload with a connection a rejected change shows its donor, but not in another shift', async () => {
  const server = createServer(['a', 'gone']);
  const device = createDevice(server);
  const first = device.open();
  await first.sync();
  server.list.delete('gone');
  await first.add(status('gone', 'arrived'));
  await first.sync();
  expect(first.getState().rejected).toMatchObject([{ name: 'Donor gone' }]);
  const reloaded = device.open();
  await reloaded.sync();
  expect(reloaded.getState().rejected).toMatchObject([{ name: 'Donor gone' }]);
  const later = device.open({ fetchDeviceKeys: async () => ({ shiftKey: 'another', sealingKey }) });
  await later.sync();
  expect(later.getState()).toMatchObject({ isLocked: false, rejected: [{ name: undefined }] });
  expect(later.getState().rows).toMatchObject([{ name: 'Donor a' }]);
});

test('a walk-in is listed once at every moment while it is sent', async () => {
  const checkIn = createDevice(createServer(['a'])).open();
  await checkIn.sync();
  const counts = new Set<number>();
  checkIn.subscribe(() => counts.add(checkIn.getState().rows.length));
  await checkIn.add(walkIn('Karim'));
  await checkIn.sync();
  expect([...counts]).toEqual([2]);
});

test('a rejected change is shown and blocks no others; an ended shift and a removed role keep them', async () => {
  const server = createServer(['a', 'gone']);
  const device = createDevice(server);
  const checkIn = device.open();
  await checkIn.sync();
  server.isOnline = false;
  server.list.delete('gone');
  await checkIn.add(status('gone', 'arrived'));
  await checkIn.add(status('a', 'arrived'));
  server.isOnline = true;
  await checkIn.sync();
  const { rejected } = checkIn.getState();
  expect(rejected).toMatchObject([
    {
      name: 'Donor gone',
      message: expect.stringContaining('canceled or moved'),
      operation: { appointmentId: 'gone' },
    },
  ]);
  expect(server.list.get('a')?.status).toBe('arrived');
  if (rejected[0]) await checkIn.dismiss(rejected[0]);
  expect(checkIn.getState().rejected).toEqual([]);

  for (const error of [new ApiError(409, 'shift-ended', ''), new ApiError(404, 'not-found', '')]) {
    const ended = device.open({
      sendOperation: () => Promise.reject(error),
      fetchList: () => Promise.reject(error),
    });
    await ended.add(status('a', 'fulfilled'));
    await ended.sync();
    expect(ended.getState()).toMatchObject({ error, rejected: [] });
    expect(ended.getState().operations.length).toBeGreaterThan(0);
  }
});

test('a rejected walk-in keeps its recorded changes, and two tabs add it once', async () => {
  const server = createServer([]);
  const device = createDevice(server);
  const isFull = (operation: Operation) => operation.kind === 'walk-in' && !operation.force;
  const full = new ApiError(200, 'full', 'Full.');
  const sendOperation = async (operation: Operation) => {
    if (isFull(operation)) throw full;
    return server.apply(operation);
  };
  const tab = device.open({ sendOperation });
  const other = device.openTab({ sendOperation });
  await tab.add({ kind: 'walk-in', name: 'Karim', bloodGroup: 'A+', at: '10:00', operationId: 'w' });
  await tab.add(status('w', 'fulfilled'));
  await tab.sync();
  await other.sync();
  const [rejected] = other.getState().rejected;
  expect(rejected).toMatchObject({ name: 'Karim', followers: [{ status: 'fulfilled' }] });
  expect(tab.getState()).toMatchObject({ operations: [], rows: [] });
  if (rejected) await Promise.all([tab.force(rejected), other.force(rejected)]);
  await tab.sync();
  await other.sync();
  expect(server.walkIns).toBe(1);
  expect([...server.list.values()]).toMatchObject([{ _id: 'walk-in w', status: 'fulfilled' }]);
  expect(server.received.get('w')).toMatchObject({ at: '10:00', force: true });
  expect(other.getState()).toMatchObject({ rejected: [], operations: [] });
});

test('waiting for an attempt ends even if a slow connection is never idle', async () => {
  const server = createServer(['a']);
  let respond: (() => void) | undefined;
  const fetchList = () =>
    new Promise<never>((_, reject) => {
      respond = () => reject(new NetworkError());
    });
  const checkIn = createDevice(server).open({ fetchList });
  const first = checkIn.sync();
  await vi.waitFor(() => expect(respond).toBeDefined());
  // The next refresh is requested before this one has failed.
  void checkIn.sync();
  respond?.();
  await first;
  expect(checkIn.getState().error).toBeInstanceOf(NetworkError);
});

test('an operation is settled when the server has received it, not when the first attempt fails', async () => {
  const server = createServer(['a']);
  const checkIn = createDevice(server).open();
  await checkIn.sync();
  server.isOnline = false;
  const arrived = status('a', 'arrived');
  await checkIn.add(arrived);
  let isSettled = false;
  const settled = checkIn.whenSettled(arrived.operationId).then(() => (isSettled = true));
  await checkIn.sync();
  expect(isSettled).toBe(false);
  server.isOnline = true;
  await checkIn.sync();
  await settled;
  expect(checkIn.getState().operations).toEqual([]);
});

test('a walk-in that could not be sent immediately says so, even after the page was closed', async () => {
  const server = createServer([]);
  const device = createDevice(server);
  const checkIn = device.open();
  await checkIn.sync();
  await checkIn.add(walkIn('at once'));
  await checkIn.sync();
  server.isOnline = false;
  await checkIn.add(walkIn('later'));
  await checkIn.sync();
  server.isOnline = true;
  await device.open().sync();
  expect([...server.received.values()].map((operation) => 'wasOffline' in operation)).toEqual([false, true]);
});

test('a response of something between the device and the server keeps the changes', async () => {
  const server = createServer(['a']);
  const proxyPage = new ApiError(404, 'unknown', '');
  const checkIn = createDevice(server).open({ sendOperation: () => Promise.reject(proxyPage) });
  await checkIn.add(status('a', 'arrived'));
  await checkIn.sync();
  expect(checkIn.getState()).toMatchObject({ rejected: [], operations: [{ appointmentId: 'a' }] });
});

test('two tabs share the unsent changes, and each shows the changes that the other has sent', async () => {
  const server = createServer(['a', 'b']);
  const device = createDevice(server);
  const tabs = [device.open(), device.openTab()] as const;
  for (const tab of tabs) await tab.sync();
  server.isOnline = false;
  await Promise.all([tabs[0].add(status('a', 'arrived')), tabs[1].add(status('b', 'arrived'))]);
  await tabs[0].sync();
  expect(tabs[0].getState().operations).toHaveLength(2);

  server.isOnline = true;
  await tabs[0].sync();
  expect([...server.list.values()]).toMatchObject([{ status: 'arrived' }, { status: 'arrived' }]);
  server.isOnline = false;
  await tabs[1].sync();
  expect(tabs[1].getState()).toMatchObject({
    operations: [],
    rows: [{ status: 'arrived' }, { status: 'arrived' }],
  });

  await Promise.all(tabs.map((tab) => tab.add(status('gone', 'arrived'))));
  server.isOnline = true;
  await Promise.all(tabs.map((tab) => tab.sync()));
  for (const tab of tabs) await tab.sync();
  for (const tab of tabs) expect(tab.getState()).toMatchObject({ operations: [], rejected: [{}, {}] });
});

test('a tab that never received the list uses the list that another tab stored', async () => {
  const server = createServer(['a']);
  const device = createDevice(server);
  const fetchList = () => Promise.reject(new NetworkError());
  const tab = device.open({ fetchList });
  await tab.sync();
  expect(tab.getState().rows).toEqual([]);
  await device.openTab().sync();

  server.isOnline = false;
  await tab.addWalkIn({ ...karim, at, operationId: 'offline' });
  expect(tab.getState().operations).toMatchObject([{ operationId: 'offline' }]);
  await tab.sync();
  expect(tab.getState()).toMatchObject({
    isLocked: false,
    rows: [{ _id: 'offline' }, { _id: 'a', name: 'Donor a' }],
  });
});

test('a browser that stores nothing says so, and still sends', async () => {
  const server = createServer(['a']);
  const fail = async () => {
    throw new Error('no storage');
  };
  const checkIn = createDevice(server).open({ loadSnapshot: fail, saveSnapshot: fail, updateQueue: fail });
  server.isOnline = false;
  await checkIn.add(status('a', 'arrived'));
  expect(checkIn.getState().operations).toHaveLength(1);
  server.isOnline = true;
  await checkIn.sync();
  expect(server.list.get('a')?.status).toBe('arrived');
  expect(checkIn.getState()).toMatchObject({ operations: [], isUnstored: true });
});

test('a walk-in that a browser does not store is sent, or not kept, so that it can be added again', async () => {
  const server = createServer([]);
  const device = createDevice(server);
  const checkIn = device.open();
  await checkIn.sync();
  device.storesNothing = true;
  await checkIn.addWalkIn({ ...karim, at, operationId: 'sent' });
  expect(server.walkIns).toBe(1);
  server.losesResponse = true;
  const again = { ...karim, at, operationId: 'again' };
  await expect(checkIn.addWalkIn(again)).rejects.toThrow('not stored');
  expect(checkIn.getState()).toMatchObject({ operations: [], rejected: [], isUnstored: true });
  expect(checkIn.getState().rows).toMatchObject([{ _id: 'walk-in sent' }]);
  server.isOnline = false;
  await expect(checkIn.addWalkIn(again)).rejects.toThrow('not stored');
  device.storesNothing = false;
  await checkIn.addWalkIn(again);
  expect(device.stored.queue?.operations).toMatchObject([{ operationId: 'again' }]);
  Object.assign(server, { isOnline: true, losesResponse: false });
  await checkIn.sync();
  expect(server.walkIns).toBe(2);
});

test.each([
  { clock: 0, latency: 5000, offset: 0, whose: 'right, although the response was slow' },
  { clock: 500, latency: 0, offset: 0, whose: 'right, although the server sends whole seconds' },
  { clock: 3_600_500, latency: 5000, offset: -3_599_501, whose: 'an hour fast, as nearly as is known' },
  { clock: -3_600_500, latency: 5000, offset: 3_595_500, whose: 'an hour slow, as nearly as is known' },
])('the time is by the server for a device whose clock is $whose', async ({ clock, latency, offset }) => {
  const server = createServer(['a']);
  let now = 1_000_000 + clock;
  const checkIn = createDevice(server).open({
    now: () => now,
    fetchList: async () => {
      now += latency;
      return { list: [...server.list.values()], etag: 'current', serverTime: 1_000_000 };
    },
  });
  await checkIn.sync();
  expect(checkIn.now() - now).toBe(offset);
});

test('the time of a device whose clock is wrong does not go back while the last measurement fits', async () => {
  const server = createServer(['a']);
  let now = 1_000_500;
  const checkIn = createDevice(server).open({
    now: () => now,
    // The clock is an hour ahead, in whole seconds.
    fetchList: async () => ({
      list: [],
      etag: 'current',
      serverTime: Math.floor((now + 3_600_000) / 1000) * 1000,
    }),
  });
  const offsets: number[] = [];
  for (const passed of [0, 480, 400, 120, 500]) {
    now += passed;
    await checkIn.sync();
    offsets.push(checkIn.now() - now);
  }
  expect(offsets).toEqual([3_599_500, 3_599_500, 3_599_620, 3_599_620, 3_600_000]);
});
