import { expect, onTestFinished, test } from 'vitest';
import type { PlatformTables } from '../database/schema/tables.ts';
import { runWithContext } from '../observability/request-context.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { createTestDatabaseClock } from '../testing/test-database-clock.ts';
import { days, minutes, seconds } from '../time.ts';
import { createOutbox, type OutboxHandler } from './outbox.ts';
import { RejectedError, resendRejected } from './outbox-rejected.ts';

const BATCH = 20;

onBothDatabases([], (open) => {
  test('delivers to handlers that are registered after the outbox was created', async () => {
    await using test = await open();
    const received: string[] = [];
    const outbox = createOutbox({
      db: test.db,
      clock: Date.now,
      handlers: { first: async (name: string) => void received.push(`first ${name}`) },
    });
    outbox.handle({ second: async (name: string) => void received.push(`second ${name}`) });
    await test.db.transaction().execute(async (trx) => {
      for (const kind of ['first', 'second', 'third']) await outbox.add(trx, kind, 'Rahim');
    });
    expect(await outbox.deliver()).toBe(2);
    expect(received.toSorted()).toEqual(['first Rahim', 'second Rahim']);
    outbox.handle({ third: async (name: string) => void received.push(`third ${name}`) });
    await outbox.takeOver();
    expect(await outbox.deliver()).toBe(1);
  });

  /** Creates an outbox that records each delivery, with a clock that the test controls. */
  async function openGreetings(deliver: (outOf: string[]) => Promise<void> = async () => {}) {
    const { db, ...rest } = await open();
    onTestFinished(() => rest[Symbol.asyncDispose]());
    const time = { now: 1_795_000_000_000 };
    const received: string[] = [];
    const outbox = createOutbox({
      db,
      clock: () => time.now,
      databaseClock: createTestDatabaseClock(() => time.now),
      handlers: {
        greet: async (name: string) => {
          received.push(name);
          await deliver(received);
        },
      },
      timeoutMs: 100,
    });
    const greet = (name: string) => db.transaction().execute((trx) => outbox.add(trx, 'greet', name));
    return { db, time, received, outbox, greet };
  }

  test('delivers a message once, only if its transaction committed', async () => {
    const { db, received, outbox, greet } = await openGreetings();
    await greet('Rahim');
    const failed = db.transaction().execute(async (trx) => {
      await outbox.add(trx, 'greet', 'Karim');
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await Promise.all([outbox.deliver(), outbox.deliver(), outbox.deliver()]);
    expect(received).toEqual(['Rahim']);
  });

  test('retries a failed delivery after increasing delays', async () => {
    let failures = 2;
    const { time, outbox, greet } = await openGreetings(async () => {
      if (failures-- > 0) throw new Error('not now');
    });
    await greet('Rahim');
    const delivered: number[] = [];
    // Deliver twice immediately, after each of three seconds, and once more.
    for (const ms of [0, 0, 1000, 1000, 1000, 0]) {
      time.now += ms;
      delivered.push(await outbox.deliver());
    }
    expect(delivered).toEqual([0, 0, 0, 0, 1, 0]);
  });

  test('delivers one kind while another one hangs', async () => {
    await using test = await open();
    const received: string[] = [];
    const [started, hanging] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const outbox = createOutbox({
      db: test.db,
      clock: Date.now,
      handlers: {
        slow: () => {
          started.resolve();
          return hanging.promise;
        },
        quick: async (name: string) => void received.push(name),
      },
    });
    await test.db.transaction().execute((trx) => outbox.add(trx, 'slow', {}));
    const slow = outbox.deliver();
    await started.promise;
    await test.db.transaction().execute(async (trx) => {
      await outbox.add(trx, 'slow', {});
      await outbox.add(trx, 'quick', 'Rahim');
    });
    expect(await outbox.deliver('quick')).toBe(1);
    expect(received).toEqual(['Rahim']);
    hanging.resolve();
    expect(await slow).toBe(1);
    expect(await outbox.deliver()).toBe(1);
  });

  test('delivers a message that was added while the clock was days ahead', async () => {
    const { time, received, outbox, greet } = await openGreetings();
    time.now += days(3);
    await greet('Rahim');
    time.now -= days(3);
    await greet('Karim');
    await outbox.deliver();
    expect(received.toSorted()).toEqual(['Karim', 'Rahim']);
  });

  test('retries a delivery that timed out, without delaying others', async () => {
    const { time, received, outbox, greet } = await openGreetings((seen) =>
      seen.length === 1 ? new Promise<void>(() => {}) : Promise.resolve(),
    );
    await greet('Rahim');
    expect(await outbox.deliver()).toBe(0);
    time.now += seconds(1);
    expect(await outbox.deliver()).toBe(1);
    expect(received).toEqual(['Rahim', 'Rahim']);
  });

  test('takes over the messages of a crashed process', async () => {
    const crash = new Promise<void>(() => {});
    const { received, outbox, greet } = await openGreetings((seen) =>
      seen.length === 1 ? crash : Promise.resolve(),
    );
    await greet('Rahim');
    const crashed = outbox.deliver();
    await expect.poll(() => received).toEqual(['Rahim']);
    expect(await outbox.deliver()).toBe(0);
    await outbox.takeOver();
    expect(await outbox.deliver()).toBe(1);
    expect(await crashed).toBe(0);
  });

  /** Creates a server with a clock that the test controls. `sent` lists the emails in order of delivery. */
  async function openServers(beforeSending: (name: string) => Promise<void> = async () => {}) {
    const { db, ...rest } = await open();
    onTestFinished(() => rest[Symbol.asyncDispose]());
    const time = { now: 1_795_000_000_000 };
    const sent: string[] = [];
    const send: OutboxHandler = async (name: string) => {
      await beforeSending(name);
      sent.push(name);
    };
    const now = createTestDatabaseClock(() => time.now);
    const server = createOutbox({
      db,
      clock: () => time.now,
      databaseClock: now,
      handlers: { email: send, reminder: send },
    });
    const deliver = () => server.deliver();
    const add = (kind: string, names: readonly string[]) =>
      db.transaction().execute(async (trx) => {
        for (const name of names) await server.add(trx, kind, name);
      });
    /** Adds emails in a request from this address. */
    const request = (address: string, ...names: string[]) => {
      time.now += 1;
      return runWithContext({ sender: () => address }, () => add('email', names));
    };
    const rows = () => db.withTables<PlatformTables>().selectFrom('platform_outbox').selectAll().execute();
    return { db, now, time, sent, rows, deliver, add, request };
  }

  const flood = (count: number, prefix = 'flood') =>
    Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

  test('sends an email in the next batch, however many another address has requested before', async () => {
    const { sent, request, deliver } = await openServers();
    await request('203.0.113.1', ...flood(50));
    await request('203.0.113.2', 'Rahim');
    expect(await deliver()).toBe(BATCH);
    expect(sent).toContain('Rahim');
    while ((await deliver()) > 0);
    expect(sent.toSorted()).toEqual([...flood(50), 'Rahim'].toSorted());
  });

  test('lets addresses take turns: each waits for one email of each other address', async () => {
    const { sent, request, deliver } = await openServers();
    for (const address of ['a', 'b', 'c']) await request(address, ...flood(30, address));
    await request('home', 'Rahim 0', 'Rahim 1', 'Rahim 2');
    await deliver();
    expect(sent.filter((name) => name.startsWith('Rahim'))).toEqual(['Rahim 0', 'Rahim 1', 'Rahim 2']);
    for (const address of ['a', 'b', 'c'])
      expect(sent.filter((name) => name.startsWith(address)).length).toBeGreaterThanOrEqual(4);
  });

  test('sends an email that has waited long, however many other addresses request one each', async () => {
    const { sent, request, deliver } = await openServers();
    await request('operator', ...flood(15));
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < BATCH; n += 1) await request(`home ${round} ${n}`, `home ${round} ${n}`);
      await deliver();
    }
    expect(sent.filter((name) => name.startsWith('flood'))).toHaveLength(15);
  });

  test('does not delay others when many failed emails are due at the same time', async () => {
    const failures = new Set(flood(45));
    const { time, sent, request, deliver, rows } = await openServers(async (name) => {
      if (failures.delete(name)) throw new Error('not now');
    });
    await request('203.0.113.1', ...flood(45));
    for (let round = 0; round < 3; round += 1) expect(await deliver()).toBe(0);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 45 }, () => 1));
    time.now += minutes(1);
    await request('203.0.113.2', 'Rahim');
    await deliver();
    expect(sent).toContain('Rahim');
  });

  test('lets messages without a request take turns with the others', async () => {
    const { sent, request, add, deliver } = await openServers();
    await add('reminder', flood(50, 'reminder'));
    await request('203.0.113.2', 'Rahim');
    await deliver();
    expect(sent).toContain('Rahim');
    expect(sent).toHaveLength(BATCH);
  });

  test('does not delay others when the operator resends rejected emails', async () => {
    const rejected = new Set(flood(45));
    const { db, now, sent, request, deliver } = await openServers(async (name) => {
      if (rejected.delete(name)) throw new RejectedError('550 at RCPT TO');
    });
    await request('203.0.113.1', ...flood(45));
    for (let round = 0; round < 3; round += 1) await deliver();
    expect(await resendRejected(db.withTables<PlatformTables>(), now, 'all')).toHaveLength(45);
    await request('203.0.113.2', 'Rahim');
    await deliver();
    expect(sent).toContain('Rahim');
  });

  test('stores the requester as a hash, the same for each request', async () => {
    const { request, rows } = await openServers();
    await request('203.0.113.1', 'one', 'two');
    await request('203.0.113.2', 'three');
    const stored = await rows();
    expect(JSON.stringify(stored)).not.toContain('203.0.113');
    expect(new Set(stored.map(({ requester }) => requester)).size).toBe(2);
  });
});
