import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { platformMigrations } from '../database/schema/migrations.ts';
import { createPostgresDatabase } from '../testing/databases.ts';
import { hours } from '../time.ts';
import { startJobs } from './jobs.ts';
import { createOutbox } from './outbox.ts';
import { openOutboxNotifications } from './outbox-notifications.ts';

/** Opens a database with two servers; the second one delivers, and polls once an hour. */
async function openServers() {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const db = await openDatabase({ url });
  await migrate(db, [platformMigrations]);
  const [sender, receiver] = [await openOutboxNotifications(url), await openOutboxNotifications(url)];
  const received: string[] = [];
  const runs = { ended: 0 };
  const outbox = createOutbox({ db, clock: Date.now, notifications: sender });
  const delivering = createOutbox({
    db,
    clock: Date.now,
    notifications: receiver,
    handlers: { greet: async (name: string) => void received.push(name) },
  });
  const job = {
    name: 'outbox',
    everyMs: hours(1),
    run: () => delivering.deliver('greet').finally(() => (runs.ended += 1)),
    onDue: (wake: () => void) => delivering.onAdded(wake, 'greet'),
  };
  const jobs = startJobs([job], (error) => {
    throw error;
  });
  onTestFinished(async () => {
    await jobs.stop();
    await Promise.all([sender.close(), receiver.close()]);
    await db.destroy();
    await drop();
  });
  await expect.poll(() => runs.ended).toBe(1);
  const greet = (name: string) => db.transaction().execute((trx) => outbox.add(trx, 'greet', name));
  return { url, db, outbox, delivering, received, runs, greet };
}

test('another server delivers a message when its transaction commits, without polling', async () => {
  const { db, outbox, received, greet } = await openServers();
  await db.transaction().execute(async (trx) => {
    await outbox.add(trx, 'greet', 'Rahim');
    expect(received).toEqual([]);
  });
  await expect.poll(() => received).toEqual(['Rahim']);
  const failed = db.transaction().execute(async (trx) => {
    await outbox.add(trx, 'greet', 'Karim');
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await greet('Shirin');
  await expect.poll(() => received).toEqual(['Rahim', 'Shirin']);
});

test('wakes the deliveries of all kinds and those of its kind', async () => {
  const { delivering, greet } = await openServers();
  const woken: string[] = [];
  delivering.onAdded(() => woken.push('refunds'), 'refund');
  delivering.onAdded(() => woken.push('all'));
  const stop = delivering.onAdded(() => woken.push('greetings'), 'greet');
  await greet('Rahim');
  await expect.poll(() => woken).toEqual(['all', 'greetings']);
  stop();
  await greet('Karim');
  await expect.poll(() => woken).toEqual(['all', 'greetings', 'all']);
});

test('a broken connection is replaced; meanwhile messages are added all the same', async () => {
  const { url, received, greet } = await openServers();
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid) as ended from pg_stat_activity
     where datname = current_database() and query like 'listen%'`,
  );
  expect(rows).toEqual([{ ended: true }, { ended: true }]);
  await greet('Rahim');
  const countListening = async () => {
    const found = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'",
    );
    return found.rowCount;
  };
  await expect.poll(countListening).toBe(2);
  await client.end();
  await greet('Karim');
  await expect.poll(() => received.toSorted()).toEqual(['Karim', 'Rahim']);
});

test('without a server that responds, messages are found by polling only', async () => {
  const notifications = await openOutboxNotifications('postgres://postgres@127.0.0.1:1/none');
  const { db, received, runs } = await openServers();
  const outbox = createOutbox({ db, clock: Date.now, notifications });
  await db.transaction().execute((trx) => outbox.add(trx, 'greet', 'Rahim'));
  await notifications.close();
  expect([received, runs.ended]).toEqual([[], 1]);
});
