import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { runToEnd, type SiteProcess, startProcess, startSite, stop } from './process.ts';
import { book, datesOf, type MemberToken, member } from './process-member.ts';
import { addAppointment, createTestApp, daysFromNow } from './test-app.ts';

let filled: string;
let folder: string;
let [dataDir, backup, restored] = ['', '', ''];
const running = new Set<SiteProcess>();
beforeAll(async () => {
  filled = mkdtempSync(join(tmpdir(), 'blood-buddies-backup-filled-'));
  await using app = await createTestApp({ DATA_DIR: filled });
  await app.fillSamples();
});
afterAll(() => rmSync(filled, { recursive: true }));
beforeEach(() => {
  folder = temporaryFolder();
  [dataDir, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  cpSync(filled, dataDir, { recursive: true });
});
afterEach(async () => {
  for (const site of running) await stop(site);
  running.clear();
});

async function start(DATA_DIR: string): Promise<SiteProcess> {
  const site = await startSite({
    DATA_DIR,
    PORT: String(await freePort()),
    PUBLIC_URL: 'http://localhost:3000',
  });
  running.add(site);
  return site;
}
const runCli = (words: string[], DATA_DIR = dataDir) => runToEnd('cli/main.ts', words, { DATA_DIR });

async function picturesOf(origin: string): Promise<number[]> {
  const photos = (await (await fetch(`${origin}/api/photo`)).json()) as { img: string }[];
  return Promise.all(
    photos.map(async ({ img }) => (await fetch(`${origin}${new URL(img).pathname}`)).status),
  );
}

test('backs up all writes acknowledged before it began while members write, and restores them', async () => {
  const site = await start(dataDir);
  const members = await Promise.all([1, 2, 3, 4].map((n) => member(site.origin, `m${n}@example.org`)));
  const booked = new Map<MemberToken, string[]>(members.map((account) => [account, []]));
  let writing = true;
  const writers = members.map(async (account) => {
    for (let days = 1; writing && days <= 360; days += 1) {
      const date = daysFromNow(days);
      if ((await book(site.origin, account, date)).ok) booked.get(account)?.push(date);
    }
  });
  const count = () => [...booked.values()].flat().length;
  while (count() < 40) await setTimeout(5);
  const before = new Map([...booked].map(([account, dates]) => [account, [...dates]]));
  const { code, output } = await runCli(['backup', '--to', backup]);
  const during = count();
  writing = false;
  await Promise.all(writers);
  await stop(site);
  expect(output).toMatch(/^Backed up to .*\nIt contains secret\.key: protect it as well as the data\.\n$/);
  expect(code).toBe(0);
  expect(during).toBeGreaterThan([...before.values()].flat().length);

  expect(await runCli(['restore', '--from', backup], restored)).toMatchObject({ code: 0 });
  const again = await start(restored);
  for (const [account, dates] of before) {
    expect(await datesOf(again.origin, account)).toEqual(expect.arrayContaining(dates));
  }
  const shown = await picturesOf(again.origin);
  expect(shown.length).toBeGreaterThan(10);
  expect(new Set(shown)).toEqual(new Set([200]));
  expect((await book(again.origin, members[0] as MemberToken, daysFromNow(362))).status).toBe(200);
});

test('does not restore over a running or existing site', async () => {
  const site = await start(dataDir);
  expect((await runCli(['backup', '--to', backup])).code).toBe(0);
  expect(await runCli(['restore', '--from', backup])).toEqual({
    code: 1,
    output: `A site is running on DATA_DIR ${dataDir}. Restore into an empty folder instead.\n`,
  });
  await stop(site);
  const { code, output } = await runCli(['restore', '--from', backup]);
  expect(output).toMatch(
    /^DATA_DIR .* is not empty: it contains .*\. Empty it, or choose another DATA_DIR\.\n$/,
  );
  expect(code).toBe(1);
  expect((await runCli(['backup', '--to', join(dataDir, 'inside')])).output).toContain('outside DATA_DIR');
});

test('prints one line about a damaged or empty database instead of backing it up', async () => {
  const file = join(dataDir, 'blood-buddies.db');
  const content = readFileSync(file);
  // Overwrites only the second half: the list of tables is at the beginning.
  writeFileSync(file, content.fill(0x5a, content.length / 2));
  const damaged = await runCli(['backup', '--to', backup]);
  expect(damaged).toEqual({
    code: 1,
    output: expect.stringMatching(/^[^\n]*damaged[^\n]*cli -- repair[^\n]*\n$/),
  });
  writeFileSync(file, '');
  const empty = await runCli(['backup', '--to', backup]);
  expect(empty).toEqual({
    code: 1,
    output: expect.stringMatching(/^DATA_DIR [^\n]+ is missing or empty[^\n]+\n$/),
  });
});

test('can repeat a killed restore, before which the site does not start', async () => {
  expect((await runCli(['backup', '--to', backup])).code).toBe(0);
  // Copying the last file, a large one full of zeros, takes longer than ending the process.
  const manifestFile = join(backup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const large = { path: 'images/pictures/00/large', bytes: 400 * 1024 * 1024 };
  mkdirSync(join(backup, 'images/pictures/00'), { recursive: true });
  writeFileSync(join(backup, large.path), '');
  truncateSync(join(backup, large.path), large.bytes);
  const sha256 = createHash('sha256').update(Buffer.alloc(large.bytes)).digest('hex');
  writeFileSync(
    manifestFile,
    JSON.stringify({ ...manifest, files: [...manifest.files, { ...large, sha256 }] }),
  );
  const { child, output } = startProcess('cli/main.ts', ['restore', '--from', backup], {
    DATA_DIR: restored,
  });
  while (!existsSync(join(restored, '.restoring', 'copying', large.path))) {
    expect(child.exitCode, output()).toBeNull();
    await setTimeout(5);
  }
  const killed = once(child, 'exit');
  child.kill('SIGKILL');
  await killed;
  writeFileSync(manifestFile, JSON.stringify(manifest));

  const started = await runToEnd('app/main.ts', [], { DATA_DIR: restored, PORT: String(await freePort()) });
  expect(started).toEqual({
    code: 1,
    output: `DATA_DIR ${restored}: a restore was interrupted. Run \`npm run cli -- restore\` again.\n`,
  });
  expect((await runCli(['restore', '--from', backup], restored)).code).toBe(0);
  const again = await start(restored);
  expect(new Set(await picturesOf(again.origin))).toEqual(new Set([200]));
});

describe('a copied site', () => {
  const at = (name: string) => join(folder, name);

  /**
   * Starts the site in memory and stops it. Returns why its refunds are paused, and the metric of the pause.
   */
  async function startOnce(DATA_DIR: string) {
    await using app = await createTestApp({ DATA_DIR });
    const metrics = await (await app.metrics.request('/metrics')).text();
    return { pause: app.refundPause, metric: /^payments_refunds_paused (\d)$/m.exec(metrics)?.[1] };
  }
  const runCli = (DATA_DIR: string, ...words: string[]) => runToEnd('cli/main.ts', words, { DATA_DIR });

  test('pauses refunds in a copy of a data folder, but not in the original', async () => {
    expect(await startOnce(at('live'))).toEqual({ pause: undefined, metric: '0' });
    cpSync(at('live'), at('copy'), { recursive: true });
    const pause = 'the data was copied or moved from another place';
    expect(await startOnce(at('copy'))).toEqual({ pause, metric: '1' });
    expect(await startOnce(at('copy'))).toEqual({ pause, metric: '1' });
    expect(await startOnce(at('live'))).toEqual({ pause: undefined, metric: '0' });
  });

  test('pauses refunds in a restored site until the operator resumes them', async () => {
    await startOnce(at('live'));
    expect(await runCli(at('live'), 'backup', '--to', at('backup'))).toMatchObject({ code: 0 });
    expect(await runCli(at('restored'), 'restore', '--from', at('backup'))).toMatchObject({ code: 0 });
    const port = String(await freePort());
    const site = await startSite({ DATA_DIR: at('restored'), PORT: port });
    await expect.poll(site.output).toMatch(/^ {2}refunds are paused \(restored from the backup of 20\S+Z\)/m);
    await stop(site);
    expect(readdirSync(at('restored'))).not.toContain('restored-from-backup');
    expect((await runCli(at('restored'), 'payments')).output).toContain('Refunds are paused: restored from');
    const resumed = await runCli(at('restored'), 'payments', 'resume');
    expect(resumed).toEqual({
      code: 0,
      output: expect.stringMatching(/^Refunds are resumed\. Refunds queued: 0\.\n$/),
    });
    expect(await startOnce(at('restored'))).toMatchObject({ pause: undefined });
  });

  test('a restore is logged; a restored site again deletes accounts that were deleted after the backup', async () => {
    const settings = { DATA_DIR: at('live') };
    let heads = '';
    {
      await using app = await createTestApp(settings);
      const member = await app.registerConfirmed();
      for (const role of ['moderator', 'owner'])
        expect((await runCli(at('live'), 'staff', 'grant', member.email, role)).code).toBe(0);
      await addAppointment(app, member);
      expect((await runCli(at('live'), 'backup', '--to', at('backup'))).code).toBe(0);
      const stayed = await app.registerConfirmed('rahim@example.org');
      expect((await runCli(at('live'), 'staff', 'grant', stayed.email, 'owner')).code).toBe(0);
      heads = (await runCli(at('live'), 'log', 'verify')).output;
      expect((await app.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
      await app.runJob('deliver-messages');
      expect(readFileSync(join(at('live'), 'erased-accounts'), 'utf8')).toBe(`\n${member.userId}\n`);
    }
    const manifest = readFileSync(join(at('backup'), 'manifest.json'), 'utf8');
    expect(JSON.parse(manifest).heads).toEqual([expect.stringMatching(/^log:2:/)]);

    cpSync(join(at('live'), 'erased-accounts'), join(at('restored'), 'erased-accounts'));
    expect(await runCli(at('restored'), 'restore', '--from', at('backup'))).toMatchObject({ code: 0 });
    {
      await using app = await createTestApp({ DATA_DIR: at('restored') });
      const stays = await app.registerConfirmed();
      expect((await runCli(at('restored'), 'staff', 'grant', stays.email, 'owner')).code).toBe(0);
      await app.runJob('deliver-messages');
      using database = new DatabaseSync(join(at('restored'), 'blood-buddies.db'), { readOnly: true });
      const count = (table: string) => database.prepare(`select count(*) as count from ${table}`).get();
      const known = 'person_keys where user_id is not null';
      for (const table of ['users', known, 'staff_roles', 'identity_account'])
        expect([table, count(table)]).toEqual([table, { count: 1 }]);
      expect(count('appointments')).toEqual({ count: 0 });
    }
    writeFileSync(at('heads'), heads + manifest);
    const { code, output } = await runCli(at('restored'), 'log', 'verify', at('heads'));
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^The log is whole: 4 rows\.\nRow 3 of \S+Z: restored from the backup of \S+Z\.\nHeads of rows that these restores lost: 1\.\nNewest head: log:4:\S+\n$/,
      ),
    ]);
  });
});
