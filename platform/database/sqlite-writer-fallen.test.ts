import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openThreadedSqlite } from '../testing/databases.ts';
import { asAnswer } from './away.ts';

const workers = vi.hoisted((): Worker[] => []);
vi.mock('node:worker_threads', async (original) => {
  const real = await original<typeof import('node:worker_threads')>();
  class Noted extends real.Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      if (String(given[0]).endsWith('sqlite-writer.ts')) workers.push(this);
    }
  }
  return { ...real, Worker: Noted };
});

test('a writer that falls: what it had not answered is told 503 and is not there, and another one goes on', async () => {
  await using database = await openThreadedSqlite([]);
  const { db } = database;
  const first = workers.at(-1);
  await sql`create table item (name text primary key)`.execute(db);
  const add = (name: string) => sql`insert into item values (${name})`.execute(db);
  await add('before');
  const open = Promise.withResolvers<void>();
  const inside = db.transaction().execute(async (trx) => {
    await sql`insert into item values ('half')`.execute(trx);
    open.resolve();
    await expect.poll(() => workers.at(-1)).not.toBe(first);
    await sql`insert into item values ('other half')`.execute(trx);
  });
  await open.promise;
  const failures = Promise.all([inside, add('waiting')].map((work) => work.then(() => undefined, asAnswer)));
  await first?.terminate();
  await add('after');
  for (const failure of await failures) expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  expect((await sql`select name from item order by name`.execute(db)).rows).toEqual([
    { name: 'after' },
    { name: 'before' },
  ]);
});
