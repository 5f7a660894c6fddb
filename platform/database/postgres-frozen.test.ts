import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import type { Outcome } from '../testing/transaction-process.ts';
import { asAnswer, toldAway } from './away.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { limitFrozenSession } from './postgres.ts';
import { inTransaction } from './transaction.ts';

const program = fileURLToPath(new URL('../testing/transaction-process.ts', import.meta.url));

async function openItems() {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const database = await openDatabase({ url });
  onTestFinished(async () => {
    await database.destroy();
    await drop();
  });
  await migrate(database, [items]);
  const db = database.withTables<Items>();
  await db.insertInto('item').values({ name: 'row' }).execute();
  const names = async () =>
    (await db.selectFrom('item').select('name').orderBy('name').execute()).map(({ name }) => name);
  return { url, db, names };
}

test('a server that freezes inside a transaction loses its locks to the others, and does nothing by halves', async () => {
  const { url, db, names } = await openItems();
  const frozen = fork(program, [url], { execArgv: [] });
  onTestFinished(() => void frozen.kill('SIGKILL'));
  await once(frozen, 'message');
  frozen.kill('SIGSTOP');

  // It is not continued before another server has got the row that it held.
  const changed = await inTransaction(db, (trx) =>
    trx.updateTable('item').set({ name: 'row of another' }).where('name', '=', 'row').execute(),
  );
  expect(changed).toMatchObject([{ numUpdatedRows: 1n }]);
  expect(await names()).toEqual(['row of another']);

  frozen.kill('SIGCONT');
  const told = once(frozen, 'message');
  frozen.send('go on');
  const [outcome] = (await told) as [Outcome];
  expect(outcome).toEqual({ first: 'DatabaseAway', second: 'committed' });
  expect(await names()).toEqual(['row of the one that is back', 'with row of the one that is back']);
});

test('a transaction that the server ended for its silence is told as 503, to be sent again', async () => {
  const { db, names } = await openItems();
  const ended = inTransaction(db, async (trx) => {
    await trx.updateTable('item').set({ name: 'row of the frozen one' }).execute();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db);
    await trx.insertInto('item').values({ name: 'with it' }).execute();
  });
  const failure = await ended.then(() => undefined, asAnswer);
  expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  const fatal = Object.assign(new Error('terminating connection'), { code: '25P03', severity: 'FATAL' });
  expect(asAnswer(toldAway(fatal) as Error)).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  expect(await names()).toEqual(['row']);
});

test('every connection has the limits', async () => {
  const { db } = await openItems();
  const ask = sql<{
    idle: string;
    alive: string;
  }>`select current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('tcp_keepalives_idle') as alive`;
  const all = [ask.execute(db), inTransaction(db, (trx) => ask.execute(trx))];
  for (const { rows } of await Promise.all(all)) expect(rows).toEqual([{ idle: '4s', alive: '30' }]);
});

test('where the database, or a pooler in front of it, refuses such a setting, all works without it', async () => {
  const queries: string[] = [];
  const client = {
    async query(text: string) {
      queries.push(text);
      throw Object.assign(new Error('unrecognized configuration parameter'), { code: '42704' });
    },
  };
  limitFrozenSession(client as unknown as PoolClient);
  expect(queries.length).toBeGreaterThan(1);
  const { db, names } = await openItems();
  // As on a connection where one of them fails: what comes behind it is not undone.
  await Promise.all([sql`set no_such_setting = 1`.execute(db).catch(() => {}), names()]);
  expect(await names()).toEqual(['row']);
});
