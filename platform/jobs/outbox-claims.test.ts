import { expect, onTestFinished, test } from 'vitest';
import type { PlatformTables } from '../database/schema/tables.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { createTestDatabaseClock } from '../testing/test-database-clock.ts';
import { days, hours, minutes, seconds } from '../time.ts';
import { createOutbox, type OutboxHandler } from './outbox.ts';
import {
  dropRejected,
  listRejected,
  RejectedError,
  removeExpiredRejected,
  resendRejected,
} from './outbox-rejected.ts';

onBothDatabases([], (open) => {
  async function openDatabase() {
    const { db, ...rest } = await open();
    onTestFinished(() => rest[Symbol.asyncDispose]());
    return db;
  }

  test('a server whose clock is 61 s ahead does not claim a message that another one is delivering', async () => {
    const db = await openDatabase();
    const delivered: string[] = [];
    const finished = Promise.withResolvers<void>();
    const serverAt = (name: string, clockAheadMs: number) =>
      createOutbox({
        db,
        clock: () => Date.now() + clockAheadMs,
        handlers: {
          greet: async () => {
            delivered.push(name);
            await finished.promise;
          },
        },
      });
    const serverA = serverAt('first', 0);
    await db.transaction().execute((trx) => serverA.add(trx, 'greet', {}));
    const delivery = serverA.deliver();
    await expect.poll(() => delivered).toEqual(['first']);
    expect(await serverAt('ahead', seconds(61)).deliver()).toBe(0);
    finished.resolve();
    expect(await delivery).toBe(1);
    expect(delivered).toEqual(['first']);
  });

  /** Creates servers with one database clock. Each records what it sends after confirming the claim. */
  async function openServers() {
    const db = await openDatabase();
    const time = { now: 1_795_000_000_000 };
    const sent: string[] = [];
    const failures: unknown[] = [];
    const serverOf = (name: string, beforeSending: OutboxHandler = async () => {}) =>
      createOutbox({
        db,
        clock: () => time.now,
        databaseClock: createTestDatabaseClock(() => time.now),
        onFailure: (error) => failures.push(error),
        handlers: {
          email: async (payload, id, confirm) => {
            await beforeSending(payload, id, confirm);
            await confirm();
            sent.push(name);
          },
        },
      });
    const rows = () => db.withTables<PlatformTables>().selectFrom('platform_outbox').selectAll().execute();
    const add = (payload: unknown = {}) =>
      db.transaction().execute((trx) => serverOf('any').add(trx, 'email', payload));
    return { db, time, sent, failures, serverOf, rows, add };
  }

  test('a server that was paused for longer than its lease does not send messages that another one took over', async () => {
    const { time, sent, failures, serverOf, rows, add } = await openServers();
    const resumed = Promise.withResolvers<void>();
    const paused = serverOf('paused', () => resumed.promise);
    for (let n = 0; n < 10; n += 1) await add();
    const delivery = paused.deliver();
    await expect.poll(async () => (await rows()).every(({ claim }) => claim !== null)).toBe(true);

    time.now += seconds(59);
    expect(await serverOf('other').deliver()).toBe(0);
    time.now += seconds(2);
    expect(await serverOf('other').deliver()).toBe(10);
    resumed.resolve();
    expect(await delivery).toBe(0);
    expect(sent).toEqual(Array.from({ length: 10 }, () => 'other'));
    expect(failures).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test.each([undefined, new Error('not now')])(
    'a server that resumes leaves a message that another one is delivering: its handler ends with %s',
    async (failure) => {
      const { db, time, serverOf, rows, add } = await openServers();
      const resumed = Promise.withResolvers<void>();
      const other = Promise.withResolvers<void>();
      const paused = createOutbox({
        db,
        clock: () => time.now,
        databaseClock: createTestDatabaseClock(() => time.now),
        // Does not confirm the claim, because the handler's effect can be repeated.
        handlers: {
          email: async () => {
            await resumed.promise;
            if (failure) throw failure;
          },
        },
      });
      await add();
      const delivery = paused.deliver();
      await expect.poll(async () => (await rows())[0]?.claim).toEqual(expect.any(String));
      time.now += seconds(61);
      const takenOver = serverOf('other', () => other.promise).deliver();
      await expect.poll(async () => (await rows())[0]?.due_at).toBe(time.now + minutes(1));
      const before = await rows();
      resumed.resolve();
      expect(await delivery).toBe(0);
      expect(await rows()).toEqual(before);
      other.resolve();
      expect(await takenOver).toBe(1);
    },
  );

  test('renews the lease when a claim is confirmed', async () => {
    const { time, sent, serverOf, rows, add } = await openServers();
    await add();
    const slow = serverOf('slow', async (_, __, confirm) => {
      time.now += seconds(50);
      await confirm();
      time.now += seconds(50);
      expect(await serverOf('other').deliver()).toBe(0);
    });
    expect(await slow.deliver()).toBe(1);
    expect(sent).toEqual(['slow']);
    expect(await rows()).toEqual([]);
  });

  test('stores rejected messages separately; they can be sent again or dropped', async () => {
    const { db, time, sent, failures, serverOf, rows, add } = await openServers();
    const tables = db.withTables<PlatformTables>();
    const rejecting = serverOf('rejecting', async () => {
      throw new RejectedError('550 at RCPT TO');
    });
    for (const to of ['a@example.org', 'b@example.org']) await add({ to });
    expect(await rejecting.deliver()).toBe(0);
    expect(failures).toEqual([]);
    expect(await rows()).toEqual([]);
    const rejected = await listRejected(tables, 10);
    expect(rejected.map(({ payload }) => JSON.parse(payload))).toEqual([
      { to: 'a@example.org' },
      { to: 'b@example.org' },
    ]);
    expect(rejected[0]).toMatchObject({ kind: 'email', reason: '550 at RCPT TO' });

    const now = createTestDatabaseClock(() => time.now);
    expect(await resendRejected(tables, now, [rejected[0]?.id ?? ''])).toHaveLength(1);
    expect(await resendRejected(tables, now, [rejected[0]?.id ?? ''])).toHaveLength(0);
    expect(await rows()).toMatchObject([{ id: rejected[0]?.id, attempts: 0, claim: null }]);
    expect(await serverOf('again').deliver()).toBe(1);
    expect(sent).toEqual(['again']);
    expect(await dropRejected(tables, [rejected[1]?.id ?? ''])).toHaveLength(1);
    expect(await listRejected(tables, 10)).toEqual([]);
  });

  test('keeps a rejected message until it expires, for at most 30 days', async () => {
    const { db, time, serverOf, add } = await openServers();
    const tables = db.withTables<PlatformTables>();
    await add({ goodUntil: time.now + hours(1) });
    await add({ goodUntil: time.now + days(300) });
    await serverOf('rejecting', async () => {
      throw new RejectedError('550 at RCPT TO');
    }).deliver();
    const left = async (now: number) => {
      await removeExpiredRejected(db, now);
      return (await listRejected(tables, 10)).length;
    };
    expect(await left(time.now + hours(1) - 1)).toBe(2);
    expect(await left(time.now + hours(1))).toBe(1);
    expect(await left(time.now + days(30) - 1)).toBe(1);
    expect(await left(time.now + days(30))).toBe(0);
  });
});
