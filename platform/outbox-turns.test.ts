import { expect, onTestFinished, test } from 'vitest';
import { createOutbox, type OutboxHandler } from './outbox.ts';
import { RejectedError, resendRejected } from './outbox-rejected.ts';
import type { PlatformTables } from './schema/tables.ts';
import { onBothDatabases } from './testing/databases.ts';
import { testDatabaseClock } from './testing/test-database-clock.ts';
import { minutes } from './time.ts';
import { during } from './work.ts';

const BATCH = 20;

onBothDatabases([], (open) => {
  /** Servers on one database and one clock, which the test sets. `sent` names the emails in the order of delivery. */
  async function openServers(beforeSending: (name: string) => Promise<void> = async () => {}) {
    const { db, ...rest } = await open();
    onTestFinished(() => rest[Symbol.asyncDispose]());
    const time = { now: 1_795_000_000_000 };
    const sent: string[] = [];
    const send: OutboxHandler = async (name: string) => {
      await beforeSending(name);
      sent.push(name);
    };
    const now = testDatabaseClock(() => time.now);
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
    /** Emails that a request from this address asks for. */
    const request = (address: string, ...names: string[]) => {
      time.now += 1;
      return during({ sender: () => address }, () => add('email', names));
    };
    const rows = () => db.withTables<PlatformTables>().selectFrom('platform_outbox').selectAll().execute();
    return { db, now, time, sent, rows, deliver, add, request };
  }

  const flood = (count: number, prefix = 'flood') =>
    Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

  test('an email is sent in the next round, however many another address has requested before', async () => {
    const { sent, request, deliver } = await openServers();
    await request('203.0.113.1', ...flood(50));
    await request('203.0.113.2', 'Rahim');
    expect(await deliver()).toBe(BATCH);
    expect(sent).toContain('Rahim');
    while ((await deliver()) > 0);
    expect(sent.toSorted()).toEqual([...flood(50), 'Rahim'].toSorted());
  });

  test('addresses take turns: each waits for one email of each of the others', async () => {
    const { sent, request, deliver } = await openServers();
    for (const address of ['a', 'b', 'c']) await request(address, ...flood(30, address));
    await request('home', 'Rahim 0', 'Rahim 1', 'Rahim 2');
    await deliver();
    expect(sent.filter((name) => name.startsWith('Rahim'))).toEqual(['Rahim 0', 'Rahim 1', 'Rahim 2']);
    for (const address of ['a', 'b', 'c'])
      expect(sent.filter((name) => name.startsWith(address)).length).toBeGreaterThanOrEqual(4);
  });

  test('an email that waits long is sent, however many others request one each', async () => {
    const { sent, request, deliver } = await openServers();
    await request('operator', ...flood(15));
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < BATCH; n += 1) await request(`home ${round} ${n}`, `home ${round} ${n}`);
      await deliver();
    }
    expect(sent.filter((name) => name.startsWith('flood'))).toHaveLength(15);
  });

  test('emails whose delivery failed and that are due again together delay nobody', async () => {
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

  test('messages that no request asks for take turns with the others', async () => {
    const { sent, request, add, deliver } = await openServers();
    await add('reminder', flood(50, 'reminder'));
    await request('203.0.113.2', 'Rahim');
    await deliver();
    expect(sent).toContain('Rahim');
    expect(sent).toHaveLength(BATCH);
  });

  test('rejected emails that the operator sends again delay nobody', async () => {
    const rejected = new Set(flood(45));
    const { db, now, sent, request, deliver } = await openServers(async (name) => {
      if (rejected.delete(name)) throw new RejectedError('550 at RCPT TO');
    });
    await request('203.0.113.1', ...flood(45));
    for (let round = 0; round < 3; round += 1) await deliver();
    expect(await resendRejected(db.withTables<PlatformTables>(), now)).toBe(45);
    await request('203.0.113.2', 'Rahim');
    await deliver();
    expect(sent).toContain('Rahim');
  });

  test('who requested an email rests as a hash, and as one name at every request', async () => {
    const { request, rows } = await openServers();
    await request('203.0.113.1', 'one', 'two');
    await request('203.0.113.2', 'three');
    const stored = await rows();
    expect(JSON.stringify(stored)).not.toContain('203.0.113');
    expect(new Set(stored.map(({ requester }) => requester)).size).toBe(2);
  });
});
