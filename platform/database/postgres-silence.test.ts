import { Kysely, sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { AppError } from '../errors.ts';
import { openCutLine } from '../testing/cut-line.ts';
import { asAnswer } from './away.ts';
import { postgresDialect } from './postgres.ts';

const longestMs = 1000;

async function openOnLine() {
  const line = await openCutLine(inject('postgresUrl'));
  const db = new Kysely<object>({ dialect: postgresDialect({ url: line.url }, longestMs).dialect });
  onTestFinished(async () => {
    await db.destroy();
    await line[Symbol.asyncDispose]();
  });
  await sql`select 1`.execute(db);
  return { line, db };
}

test('a line that falls silent is given up, alone and in a transaction, and all goes on when it speaks again', async () => {
  const { line, db } = await openOnLine();
  const failureOf = (work: Promise<unknown>) => work.then(() => undefined, asAnswer);
  const silent = line.silence();
  const asked = [
    failureOf(sql`select 1`.execute(db)),
    failureOf(db.transaction().execute((trx) => sql`select 1`.execute(trx))),
  ];
  await silent;
  const since = performance.now();
  for (const failure of await Promise.all(asked)) {
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  }
  expect(performance.now() - since).toBeLessThan(60_000);
  line.breakOff();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a migration is waited for in silence, and nobody after it on that line', async () => {
  const { line, db } = await openOnLine();
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_sleep(${(2 * longestMs) / 1000})`.execute(trx);
  });
  const silent = line.silence();
  const asked = expect(db.transaction().execute((trx) => sql`select 1`.execute(trx))).rejects.toThrow('away');
  await silent;
  await asked;
});
