import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { repairSqlite } from '#platform/database/repair.ts';
import { emptyIndex } from '#platform/testing/damaged-index.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { type SiteProcess, startSite, stop } from './process.ts';
import { book, datesOf, member, readPublicConfig, uploadPicture } from './process-member.ts';
import {
  addAppointment,
  createPostgresApp,
  createTestApp,
  daysFromNow,
  filledForm,
  requestAppointment,
} from './test-app.ts';

describe('a damaged database file', () => {
  /** SQLite's name for the unique constraint on user and day. */
  const dayIndex = 'sqlite_autoindex_appointments_2';

  test('stops writes until a damaged unique index is repaired; reads work; /readyz and the log report it', async () => {
    const DATA_DIR = temporaryFolder();
    const file = join(DATA_DIR, 'blood-buddies.db');
    const environment = { DATA_DIR };
    const email = 'rahim@example.org';
    {
      await using app = await createTestApp(environment);
      await addAppointment(app, await app.register(email));
    }
    emptyIndex(file, dayIndex);
    // Without the check, the day could be booked twice, because SQLite trusts the index.
    const raw = new DatabaseSync(file);
    raw.exec(`create temp table twice as select * from appointments; update twice set id = 'twice';
    insert into appointments select * from twice`);
    const count = () => raw.prepare('select count(*) as n from appointments not indexed').get()?.n;
    expect(count()).toBe(2);
    raw.close();

    const lines: string[] = [];
    await using app = await createTestApp(environment, testLog({ onLine: (line) => void lines.push(line) }));
    expect(lines.join()).toMatch(/the database file is damaged.*cli -- repair/);
    expect(app.damage()).toContain(`missing from index ${dayIndex}`);
    const ready = await app.send('GET', '/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      reason: expect.stringContaining('The database file is damaged'),
    });
    expect((await app.send('GET', '/api/photo?limit=3')).status).toBe(200);
    const json = { email: 'karim@example.org', password: 'correct horse', returnSecureToken: true };
    const signUp = await app.callIdentity('signUp', json);
    expect(signUp.status).toBe(503);
    // Jobs skip their work, which would fail twice a second.
    for (const job of app.jobs) await job.run();
  });

  test('finds damage at runtime with the hourly check', async () => {
    await using app = await createTestApp();
    const member = await app.register();
    const id = await addAppointment(app, member);
    emptyIndex(join(app.dataDir, 'blood-buddies.db'), dayIndex);
    await app.runJob('check-database-file');
    const response = await requestAppointment(app, member);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: { code: 'unavailable', message: expect.stringContaining('our storage is damaged') },
    });
    expect(response.headers.get('Retry-After')).toBe('600');
    const read = await app.send('GET', `/api/appointments/${id}`, { token: member.token });
    expect(read.status).toBe(200);
    await expect(repairSqlite(app.dataDir, { now: 0 })).rejects.toThrow(/Stop it first/);
  });
});

test('responds 503 with Retry-After while the database is unavailable, and then works with the same tokens', async () => {
  await using app = await createPostgresApp();
  const { email, token } = await app.register();
  const query = new URLSearchParams({ email, date: daysFromNow(3) });
  const json = filledForm(email, { date: daysFromNow(3) });
  const card = {
    key: app.publicConfig.cards.publishableKey,
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  };
  const requests = {
    card: () => app.send('POST', '/cards/v1/payment_methods', { body: new URLSearchParams(card) }),
    list: () => app.send('GET', `/api/appointments?${query}`, { token }),
    book: () => app.send('POST', `/api/appointments?${query}`, { token, json }),
    photos: () => app.send('GET', '/api/photo'),
    signIn: () => app.callIdentity('signInWithPassword', { email, password: 'correct horse' }),
    enter: () => app.send('PUT', '/api/user', { json: { email }, token: 'not.a.token' }),
  };

  await app.connection.cut();
  for (const name of ['list', 'book', 'photos', 'signIn'] as const) {
    const response = await requests[name]();
    expect([name, response.status]).toEqual([name, 503]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await requests.card()).status).toBe(503);
  expect((await requests.enter()).status).toBe(401);
  expect((await app.send('GET', '/readyz')).status).toBe(503);
  expect((await app.send('GET', '/healthz')).status).toBe(200);

  await app.connection.restore();
  await expect.poll(async () => (await app.send('GET', '/readyz')).status).toBe(200);
  expect(await (await requests.book()).json()).toMatchObject({ success: true });
  expect(await (await requests.list()).json()).toHaveLength(1);
  expect((await requests.signIn()).status).toBe(200);
});

describe('a full disk', () => {
  let dataDir: string;
  let environment: Record<string, string>;
  beforeEach(async () => {
    dataDir = join(temporaryFolder(), 'data');
    environment = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(await freePort()) };
  });

  /** Limits the file size of the process from now on, like a full disk. `unlimited` removes the limit. */
  function limitFiles({ child }: SiteProcess, bytes: number | 'unlimited'): void {
    const { status, stderr } = spawnSync('prlimit', [
      '--pid',
      String(child.pid),
      `--fsize=${bytes}:unlimited`,
    ]);
    if (status !== 0) throw new Error(`prlimit: ${stderr}`);
  }

  async function signUp(origin: string): Promise<Response> {
    const { identity } = await readPublicConfig(origin);
    return fetch(`${origin}/identity/v1/accounts:signUp?key=${identity.apiKey}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: 'karim@example.org',
        password: 'correct horse',
        returnSecureToken: true,
      }),
    });
  }
  /** All picture files, including unfinished ones. */
  const pictureFiles = () =>
    readdirSync(join(dataDir, 'images'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));

  async function expectUnavailable(response: Response, message: string): Promise<void> {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toEqual({ error: { code: 'unavailable', message } });
  }

  test('on a full disk rejects bookings and uploads with a message, reads, and recovers without a restart', async () => {
    const site = await startSite(environment);
    onTestFinished(() => void site.child.kill('SIGKILL'));
    const { origin } = site;
    const uploader = await member(origin);
    expect((await book(origin, uploader, daysFromNow(1))).status).toBe(200);
    expect((await uploadPicture(origin, uploader)).status).toBe(200);
    const before = pictureFiles();

    // Neither the write-ahead log nor a picture of this size can grow.
    limitFiles(site, 4096);
    for (const days of [2, 3])
      await expectUnavailable(
        await book(origin, uploader, daysFromNow(days)),
        "We couldn't save this because our storage is not working right now. Try again later.",
      );
    await expectUnavailable(
      await uploadPicture(origin, uploader),
      'Pictures cannot be stored or shown right now. Try again later.',
    );
    expect((await signUp(origin)).status).toBe(503);
    expect(await datesOf(origin, uploader)).toEqual([daysFromNow(1)]);
    for (const path of ['/api/reviews', '/api/photo', '/', '/readyz', '/healthz'])
      expect((await fetch(`${origin}${path}`)).status, path).toBe(200);
    expect(pictureFiles()).toEqual(before);

    limitFiles(site, 'unlimited');
    expect((await book(origin, uploader, daysFromNow(2))).status).toBe(200);
    expect(await datesOf(origin, uploader)).toEqual([daysFromNow(1), daysFromNow(2)]);
    expect((await uploadPicture(origin, uploader)).status).toBe(200);
    expect((await signUp(origin)).status).toBe(200);
    expect(await stop(site)).toBe(0);
  });

  test('survives a log on a full disk', async () => {
    const full = openSync('/dev/full', 'w');
    const root = fileURLToPath(new URL('..', import.meta.url));
    const child = spawn(process.execPath, ['build/site/main.js'], {
      cwd: root,
      env: { PATH: process.env.PATH, ...environment, LOG_LEVEL: 'info' },
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    onTestFinished(() => void child.kill('SIGKILL'));
    const origin = `http://127.0.0.1:${environment.PORT}`;
    const status = async (path: string) => (await fetch(`${origin}${path}`).catch(() => undefined))?.status;
    await expect.poll(() => status('/readyz'), { timeout: 60_000 }).toBe(200);
    for (const path of ['/api/config', '/api/appointments', '/api/nothing'])
      expect(await status(path)).toBeLessThan(500);
    const uploader = await member(origin);
    expect((await book(origin, uploader, daysFromNow(1))).status).toBe(200);
    expect(await stop({ child })).toBe(0);
  });
});
