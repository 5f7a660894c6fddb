import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { repairSqlite } from '#platform/database/repair.ts';
import { emptyIndex } from '#platform/testing/damaged-index.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import { addAppointment, openTestHouse, requestAppointment } from './house.ts';

/** SQLite's name for the unique constraint on user and day. */
const dayIndex = 'sqlite_autoindex_appointments_2';

test('a damaged unique index: no write until it is repaired, reading goes on, and /readyz and the log say so', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-damaged-'));
  const file = join(folder.path, 'blood-buddies.db');
  const environment = { DATA_DIR: folder.path };
  const email = 'rahim@example.org';
  {
    await using house = await openTestHouse(environment);
    await addAppointment(house, await house.register(email));
  }
  emptyIndex(file, dayIndex);
  // This is what the site would let happen: SQLite trusts the index.
  const raw = new DatabaseSync(file);
  raw.exec(`create temp table twice as select * from appointments; update twice set id = 'twice';
    insert into appointments select * from twice`);
  const count = () => raw.prepare('select count(*) as n from appointments not indexed').get()?.n;
  expect(count()).toBe(2);
  raw.close();

  const lines: string[] = [];
  await using house = await openTestHouse(environment, testLog({ read: (line) => void lines.push(line) }));
  expect(lines.join()).toMatch(/The database file is damaged.*operate -- repair/);
  expect(house.damage()).toContain(`missing from index ${dayIndex}`);
  const ready = await house.send('GET', '/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    reason: expect.stringContaining('The database file is damaged'),
  });
  expect((await house.send('GET', '/api/photo?limit=3')).status).toBe(200);
  const signUp = await house.send(
    'POST',
    `/identity/v1/accounts:signUp?key=${house.publicConfig.identity.apiKey}`,
    {
      json: { email: 'karim@example.org', password: 'correct horse', returnSecureToken: true },
    },
  );
  expect(signUp.status).toBe(503);
  // A round of a job would fail twice a second.
  for (const job of house.jobs) await job.run();
});

test('damage that comes while the site runs is found by the hourly check', async () => {
  await using house = await openTestHouse();
  const member = await house.register();
  const id = await addAppointment(house, member);
  emptyIndex(join(house.dataDir, 'blood-buddies.db'), dayIndex);
  await house.runJob('check the database file');
  const answer = await requestAppointment(house, member);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    error: { code: 'unavailable', message: expect.stringContaining('our storage is damaged') },
  });
  expect(answer.headers.get('Retry-After')).toBe('600');
  const read = await house.send('GET', `/api/appointments/${id}`, { token: member.token });
  expect(read.status).toBe(200);
  await expect(repairSqlite(house.dataDir, 0)).rejects.toThrow(/Stop it first/);
});
