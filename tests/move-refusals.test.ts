import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { lockDataDir } from '#platform/database/lock.ts';
import { openDatabase } from '#platform/database/open.ts';
import { move, openMoved, prepareMoving } from './moving.ts';

vi.setConfig({ testTimeout: 120_000 });

const at = prepareMoving();

test.each<[why: string, line: string, before: () => Promise<Record<string, string> | undefined>]>([
  [
    'another site is there',
    'holds another site already',
    async () => {
      const house = await openMoved(at);
      await house.register();
      await house[Symbol.asyncDispose]();
      return undefined;
    },
  ],
  [
    'something else is there',
    'there are rows in users. Give an empty database',
    async () => void (await at.client.query(`create table users as select 'x' as name`)),
  ],
  [
    'the database is of a newer version',
    'is of a newer version',
    async () => {
      await at.client.query('create table server_migration (name text)');
      await at.client.query(`insert into server_migration values ('9999-later')`);
      return undefined;
    },
  ],
  [
    'the site is of an older version',
    'is of an older version. Start it once with this version',
    async () => {
      const db = await openDatabase({ dataDir: at.site });
      await sql`delete from server_migration where name = (select max(name) from server_migration)`.execute(
        db,
      );
      await db.destroy();
      return undefined;
    },
  ],
  [
    'the site is of a newer version',
    'is of a newer version. Move it with the command of that version',
    async () => {
      const db = await openDatabase({ dataDir: at.site });
      await sql`insert into server_migration (name, timestamp) values ('9999-later', '')`.execute(db);
      await db.destroy();
      return undefined;
    },
  ],
  ['there is no key', 'SECRET_KEY is not set', async () => ({ SECRET_KEY: '' })],
  ['there is no site', 'There is no site in DATA_DIR', async () => ({ DATA_DIR: join(at.site, 'images') })],
  [
    'another database is set',
    'DATABASE_URL names another database',
    async () => ({ DATABASE_URL: 'postgres://localhost/other' }),
  ],
])('nothing is touched when %s', async (_, line, before) => {
  const changes = await before();
  const tables = () =>
    at.client.query(
      `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
    );
  const { rows } = await tables();
  const { code, output } = await move(at, changes ?? {});
  expect(output).toContain(line);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect((await tables()).rows).toEqual(rows);
});

test('a site that runs is not moved', async () => {
  const lock = lockDataDir(at.site);
  const { code, output } = await move(at);
  lock.release();
  expect({ code, output }).toEqual({
    code: 1,
    output: `The site runs on DATA_DIR ${at.site}. Stop it first: what it writes while it is moved would be lost.\n`,
  });
});
