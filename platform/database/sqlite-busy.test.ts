import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { allOrNone } from './all-or-none.ts';
import { asAnswer } from './away.ts';
import { openDatabase, serveRequests } from './open.ts';

type Tables = { item: { name: string } };

async function openShared() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-busy-'));
  const database = await openDatabase({ dataDir: folder.path });
  const db = database as unknown as Kysely<Tables>;
  await sql`create table item (name text primary key)`.execute(db);
  const other = new DatabaseSync(join(folder.path, 'blood-buddies.db'));
  const add = (name: string) => db.insertInto('item').values({ name }).returning('name');
  return {
    database,
    db,
    other,
    add,
    async [Symbol.asyncDispose]() {
      other.close();
      await db.destroy();
      await folder.remove();
    },
  };
}

test('while requests are served, a file that another process has locked is 503 at once, for all who wait', async () => {
  await using site = await openShared();
  const { db, other, add } = site;
  await serveRequests(site.database);
  other.exec('begin immediate');
  const began = performance.now();
  const writes = Array.from({ length: 100 }, (_, n) =>
    n % 3 === 0
      ? add(`alone ${n}`).execute()
      : n % 3 === 1
        ? allOrNone(db, [['item', add(`unit ${n}`)]])
        : db.transaction().execute((trx) =>
            trx
              .insertInto('item')
              .values({ name: `trx ${n}` })
              .execute(),
          ),
  );
  const refused = await Promise.allSettled(writes);
  // One alone would have waited for 5 s.
  expect(performance.now() - began).toBeLessThan(4000);
  for (const each of refused) {
    expect(each.status).toBe('rejected');
    const answer = asAnswer((each as PromiseRejectedResult).reason);
    expect(answer).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  }
  expect(await db.selectFrom('item').selectAll().execute()).toEqual([]);
  other.exec('rollback');
  await add('afterwards').execute();
  expect(await db.selectFrom('item').selectAll().execute()).toEqual([{ name: 'afterwards' }]);
});
