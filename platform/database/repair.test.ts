import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { emptyIndex } from '../testing/damaged-index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { lockDataDir } from './lock.ts';
import { repairSqlite } from './repair.ts';

/** Creates a database with a unique index that has lost its entries. */
function openDamaged() {
  const path = temporaryFolder();
  const file = join(path, 'blood-buddies.db');
  const run = (sql: string) => {
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  };
  run(`create table booking (id text primary key, person text, day text, transaction_id text, live integer);
    create unique index a_day_each on booking (person, day);
    create unique index one_live on booking (person) where live = 1;
    insert into booking values ('1', 'Rahim', '2026-11-25', null, 0), ('2', 'Karim', '2026-11-25', null, 1),
      ('3', null, '2026-11-25', null, 1), ('4', null, '2026-11-25', null, 1)`);
  const damage = () => emptyIndex(file, 'a_day_each');
  damage();
  const rows = () => {
    const db = new DatabaseSync(file, { readOnly: true });
    const bookings = db.prepare('select * from booking not indexed order by id').all();
    const [check] = db.prepare('pragma integrity_check').all();
    db.close();
    return { ids: bookings.map(({ id }) => id).join(), check: check?.integrity_check };
  };
  return { path, run, rows, damage };
}

const insert = (id: string, paid: string) =>
  `insert into booking values ('${id}', 'Rahim', '2026-11-25', ${paid}, 0)`;

test('lists the unpaid ones of bookings that a damaged unique index let in, and moves them to a file', async () => {
  const site = openDamaged();
  site.run(insert('5', "'pi_1'"));
  site.damage();
  site.run(insert('6', 'null'));
  const listed = await repairSqlite(site.path, { now: 0 });
  expect(listed.findings.join()).toContain('missing from index a_day_each');
  expect(listed.duplicates.booking).toMatchObject([{ id: '1' }, { id: '6' }]);
  expect(site.rows().ids).toBe('1,2,3,4,5,6');

  const repair = await repairSqlite(site.path, { now: 0, moveDuplicates: true });
  expect(repair.duplicates).toEqual(listed.duplicates);
  expect(JSON.parse(readFileSync(repair.movedTo ?? '', 'utf8'))).toEqual(repair.duplicates);
  expect(statSync(repair.movedTo ?? '').mode & 0o777).toBe(0o600);
  expect(site.rows()).toEqual({ ids: '2,3,4,5', check: 'ok' });
  expect(() => site.run(insert('7', 'null'))).toThrow(/UNIQUE/);
  expect(await repairSqlite(site.path, { now: 0 })).toEqual({ findings: [], duplicates: {} });
});

test('removes nothing while two bookings that exclude each other are paid', async () => {
  const site = openDamaged();
  site.run(insert('5', "'pi_1'"));
  site.damage();
  site.run(insert('6', "'pi_2'"));
  const repair = repairSqlite(site.path, { now: 0, moveDuplicates: true });
  await expect(repair).rejects.toThrow('both paid');
  expect(site.rows().ids).toBe('1,2,3,4,5,6');
});

test('rebuilds a damaged index without duplicates and removes nothing', async () => {
  const site = openDamaged();
  const { duplicates, movedTo } = await repairSqlite(site.path, { now: 0 });
  expect({ duplicates, movedTo }).toEqual({ duplicates: {}, movedTo: undefined });
  expect(site.rows()).toEqual({ ids: '1,2,3,4', check: 'ok' });
  expect(readdirSync(site.path).filter((name) => name.startsWith('moved'))).toEqual([]);
});

test('repairs nothing, and starts no other site, while a site runs on the database', async () => {
  const site = openDamaged();
  const lock = lockDataDir(site.path);
  await expect(repairSqlite(site.path, { now: 0 })).rejects.toThrow(/Stop it first/);
  expect(() => lockDataDir(site.path)).toThrow('Another server already uses');
  lock.release();
  lockDataDir(site.path).release();
});

test('does not report a lock file that cannot be opened as another server', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'server.lock'));
  expect(() => lockDataDir(folder)).toThrow(/server\.lock cannot be opened: [^\n]+$/);
});
