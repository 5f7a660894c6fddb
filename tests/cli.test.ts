import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { SiteContent } from '#contract/site-content.ts';
import { openDatabase } from '#platform/database/open.ts';
import type { PlatformTables } from '#platform/database/schema/tables.ts';
import { createOutbox } from '#platform/jobs/outbox.ts';
import { readSecrets } from '#platform/security/secrets.ts';
import { createPostgresDatabase, onBothDatabases } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { systemClock } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { addItem, publishDraft, saveDraft } from '#server/features/site-content/edit-content.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { createImages } from '#server/integrations/images.ts';
import { newEditor } from '#server/testing/people.ts';
import { qualifyMembers } from '#server/testing/qualify-members.ts';
import { readConfig } from '../app/config/config.ts';
import { version } from '../app/version.ts';
import { dropRejected, listRejectedMessages, resendRejected } from '../cli/outbox.ts';
import { rotateSiteSecrets } from '../cli/rotate-secrets.ts';
import { runToEnd, type SiteProcess, startSite, stop } from './process.ts';
import { call, member, uploadPicture } from './process-member.ts';
import { createTestApp } from './test-app.ts';

describe('the outbox', () => {
  const email = (to: string) =>
    JSON.stringify({ to, subject: 'Your receipt', text: 'secret text', html: '<p>secret text</p>' });
  const text = JSON.stringify({
    phoneNumber: '+8801712345678',
    text: '987654 is your code.',
    goodUntil: 2000,
  });

  onBothDatabases([serverMigrations], (open) => {
    test('lists rejected messages without their contents, sends one again and deletes the rest', async () => {
      await using database = await open();
      const { db } = database;
      const logging = { db: db.withTables<Tables>(), clock: systemClock, logKey: new Uint8Array(32) };
      const withStaffLog: WithStaffLog = (run) => withOperatorLog(logging, run);
      const deps = { withStaffLog, accounts: undefined };
      expect(await listRejectedMessages(db)).toBe('No message was rejected.');
      const row = { kind: 'email', rejected_at: 1000, expires_at: 2000, request_id: null, reason: '550.' };
      await db
        .withTables<PlatformTables>()
        .insertInto('platform_outbox_rejected')
        .values([
          { ...row, id: 'one', payload: email('rahim@example.org') },
          { ...row, id: 'two', payload: email('a\u001b[31m@example.org') },
          { ...row, id: 'three', kind: 'text-message', payload: text },
        ])
        .execute();
      const listed = await listRejectedMessages(db);
      expect(listed.split('\n')).toHaveLength(4);
      expect(listed).toContain(
        'one  email  rejected 1970-01-01T00:00:01.000Z  stored until 1970-01-01T00:00:02.000Z  to "rahim@example.org"  "Your receipt"  550.',
      );
      expect(listed).toContain('to "+8801712345678"  550.');
      for (const hidden of ['secret', '987654', '\u001b']) expect(listed).not.toContain(hidden);

      expect(await resendRejected(db, deps, 'one')).toMatch(/^1 message queued again/);
      const sent: string[] = [];
      const handlers = { email: async (_: unknown, id: string) => void sent.push(id) };
      expect(await createOutbox({ db, clock: systemClock, handlers }).deliver()).toBe(1);
      expect(sent).toEqual(['one']);
      await expect(resendRejected(db, deps, 'one')).rejects.toThrow('There is no rejected message one.');
      await expect(dropRejected(deps, 'one')).rejects.toThrow('There is no rejected message one.');
      expect(await dropRejected(deps, 'all')).toBe('2 messages deleted.');
      expect(await dropRejected(deps, 'all')).toBe('0 messages deleted.');
    });
  });

  test('runs the outbox, version and repair commands', async () => {
    const DATA_DIR = temporaryFolder();
    const runCli = (...words: string[]) => runToEnd('cli/main.ts', words, { DATA_DIR });
    expect(await runCli('outbox')).toEqual({ code: 0, output: 'No message was rejected.\n' });
    expect(await runCli('version')).toEqual({ code: 0, output: `${version}\n` });
    expect(await runCli('repair')).toEqual({ code: 0, output: 'The database file is intact.\n' });
  });
});

test('only a restore creates DATA_DIR: other commands refuse a folder that does not exist', async () => {
  const parent = temporaryFolder();
  const DATA_DIR = join(parent, 'mistyped');
  for (const words of [
    ['payments'],
    ['staff', 'list'],
    ['identity', 'disable', 'x'],
    ['backup', '--to', join(parent, 'backup')],
    ['secrets', 'rotate'],
    ['repair'],
  ]) {
    const { code, output } = await runToEnd('cli/main.ts', words, {
      DATA_DIR,
      NEW_SECRET_KEY: 'another key for this test',
    });
    expect([words, code, output.split('\n').length]).toEqual([words, 1, 2]);
    expect(output).toContain(DATA_DIR);
    expect(existsSync(DATA_DIR)).toBe(false);
  }
});

describe('reported photos', () => {
  let environment: Record<string, string>;
  let site: SiteProcess | undefined;
  let database: { url: string; drop(): Promise<void> } | undefined;
  beforeEach(async () => {
    environment = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()) };
  });
  afterEach(async () => {
    if (site) await stop(site);
    await database?.drop();
    [site, database] = [undefined, undefined];
  });

  const runCli = (...words: string[]) => runToEnd('cli/main.ts', ['photos', ...words], environment);

  type Photo = { _id: string; img: string; title: string };
  const origin = () => site?.origin ?? '';
  const photos = async () => (await (await fetch(`${origin()}/api/photo`)).json()) as Photo[];
  const photoIds = async () => (await photos()).map(({ _id }) => _id);

  async function report(id: string, reporters: string[]): Promise<void> {
    for (const name of reporters) {
      const { token } = await member(origin(), `${name}@example.org`);
      const response = await fetch(`${origin()}/api/photo/${id}/report`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(204);
    }
  }

  test.each(['SQLite', 'PostgreSQL'])(
    'lists reported photos, keeps one and removes another with its picture while the site runs on %s',
    async (kind) => {
      if (kind === 'PostgreSQL') {
        database = await createPostgresDatabase(inject('postgresUrl'));
        environment = { ...environment, DATABASE_URL: database.url };
      }
      site = await startSite(environment);
      const [first, second] = [await addPhoto('First'), await addPhoto('Second')];
      expect(await runCli()).toEqual({ code: 0, output: 'No photos need a decision.\n' });

      await report(first._id, ['a', 'b', 'c']);
      expect(await photoIds()).toContain(first._id);
      await qualifyMembers(database ? { url: database.url } : { dataDir: environment.DATA_DIR ?? '' });
      await report(first._id, ['d']);
      await report(second._id, ['e']);
      expect(await photoIds()).not.toContain(first._id);
      const { code, output } = await runCli();
      const [head, ...lines] = output.trim().split('\n');
      expect([code, head, lines.length]).toEqual([0, 'Photos that need a decision: 2', 2]);
      expect(lines[0]).toMatch(
        new RegExp(
          `^${first._id}  hidden  4 reports \\(3 counted\\)  since \\S+Z  ${first.img}  of \\S+  "First"$`,
        ),
      );
      expect(lines[1]).toMatch(
        new RegExp(`^${second._id}  shown  1 report \\(0 counted\\)  since .* "Second"$`),
      );

      expect(await runCli('keep', first._id)).toEqual({
        code: 0,
        output: `Photo ${first._id}: kept. It stays visible. Further reports are listed but do not hide it.\n`,
      });
      // With PostgreSQL, lists that another process has changed stay cached for 0.2 s.
      await expect.poll(photoIds).toContain(first._id);

      expect(await runCli('remove', second._id)).toEqual({
        code: 0,
        output: `Photo ${second._id}: removed. The picture is deleted within seconds, or when the site runs again: ${second.img}.\n`,
      });
      await expect.poll(photoIds).not.toContain(second._id);
      const picture = second.img.replace('localhost', '127.0.0.1');
      await expect.poll(async () => (await fetch(picture)).status).toBe(404);
      expect(await runCli()).toEqual({ code: 0, output: 'No photos need a decision.\n' });

      for (const what of ['keep', 'remove'])
        expect(await runCli(what, second._id)).toEqual({
          code: 1,
          output: `There is no photo ${second._id}.\n`,
        });
    },
  );

  test('names a missing argument, and says that a command is unknown', async () => {
    const missing = 'Add <photo id>: npm run cli -- photos keep <photo id>';
    expect(await runCli('keep')).toEqual({ code: 1, output: expect.stringContaining(missing) });
    const wrong = [
      ['hide', 'x'],
      ['keep', 'x', 'y'],
      ['constructor', 'x'],
    ];
    for (const result of await Promise.all(wrong.map((words) => runCli(...words))))
      expect(result).toEqual({
        code: 1,
        output: expect.stringMatching(/^Unknown command: [^\n]+\n[^\n]+\n$/),
      });
  });

  /** Adds a member's photo to the running site. */
  async function addPhoto(title: string): Promise<Photo> {
    const account = await member(origin(), 'owner@example.org');
    const uploaded = await uploadPicture(origin(), account);
    const { url: img } = ((await uploaded.json()) as { data: { url: string } }).data;
    const saved = await call('POST', `${origin()}/api/photo`, { img, title }, account.token);
    return { _id: saved.insertedId ?? '', img, title };
  }
});

describe('the master key', () => {
  const oldKey = 'the first key of this site';
  const next = 'another key, from a vault';
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const rotate = (environment: Record<string, string>) =>
    rotateSiteSecrets(readConfig({ NEW_SECRET_KEY: next, ...environment }));

  /** Starts the site and registers a member. */
  async function register(environment: Record<string, string>) {
    await using app = await createTestApp(environment);
    return await app.register('nasrin@example.org');
  }
  async function canSignIn(environment: Record<string, string>, token: string) {
    await using app = await createTestApp(environment);
    const { status } = await app.send('GET', '/api/user/export', { token });
    const again = await app.signIn('nasrin@example.org');
    return [status, typeof again.token];
  }

  test('is not rotated beside a running server on PostgreSQL', async () => {
    await using open = new AsyncDisposableStack();
    const database = await createPostgresDatabase(inject('postgresUrl'));
    open.defer(async () => database.drop());
    const environment = { DATA_DIR: folder, DATABASE_URL: database.url, SECRET_KEY: oldKey };
    {
      await using _app = await createTestApp(environment);
      await expect(rotate(environment)).rejects.toThrow(/^A server runs on this database/);
    }
    expect((await rotate(environment)).text).toMatch(/^\d+ secrets are now encrypted/);
  });

  test.each([
    ['SQLite under its file', {}, false],
    ['SQLite under SECRET_KEY', { SECRET_KEY: oldKey }, false],
    ['PostgreSQL under SECRET_KEY', { SECRET_KEY: oldKey }, true],
    ['PostgreSQL under its row', {}, true],
  ] as const)(
    'rotates the master key of a site on %s without signing anyone out',
    async (_, key, onServer) => {
      await using open = new AsyncDisposableStack();
      const database = onServer ? await createPostgresDatabase(inject('postgresUrl')) : undefined;
      open.defer(async () => database?.drop());
      const environment = { DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) };
      const { token } = await register({ ...environment, ...key });

      const { text } = await rotate({ ...environment, ...key });
      expect(text).toMatch(/^(\d+) secrets are now encrypted with NEW_SECRET_KEY\./);
      expect(Number.parseInt(text, 10)).toBeGreaterThan(5);
      expect(text).not.toContain(next);
      const db = await openDatabase(database ? { url: database.url } : { dataDir: folder });
      await expect(readSecrets(db, oldKey)).rejects.toThrow('is not the key');
      await db.destroy();
      expect(await canSignIn({ ...environment, SECRET_KEY: next }, token)).toEqual([200, 'string']);
      // The rotation may be repeated.
      expect((await rotate({ ...environment, ...key })).text).toMatch(/^0 secrets/);
    },
  );

  test('changes nothing and explains why for a wrong key, a running site or no site', async () => {
    const environment = { DATA_DIR: folder, SECRET_KEY: oldKey };
    await expect(rotate(environment)).rejects.toThrow('has never been started');
    const { token } = await register(environment);
    await expect(rotate({ ...environment, SECRET_KEY: 'not the key of this site' })).rejects.toThrow(
      /^SECRET_KEY \(or DATA_DIR\/secret\.key\) is not the key that encrypted the secrets\.[^\n]+$/,
    );
    await expect(rotate({ ...environment, NEW_SECRET_KEY: '' })).rejects.toThrow('NEW_SECRET_KEY is not set');
    {
      await using app = await createTestApp(environment);
      expect(app.config.secretKey).toBe(oldKey);
      await expect(rotate(environment)).rejects.toThrow('Stop it first');
    }
    expect(await canSignIn(environment, token)).toEqual([200, 'string']);
  });
});

test("the owner's content and its pictures are exported to files, and imported into another site", async () => {
  const folder = join(temporaryFolder(), 'content');
  const start = async () => {
    const PORT = String(await freePort());
    const environment = { DATA_DIR: temporaryFolder(), PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
    const runCli = (...words: string[]) => runToEnd('cli/main.ts', words, environment);
    return { environment, runCli, site: await startSite(environment) };
  };
  const [from, to] = await Promise.all([start(), start()]);
  try {
    const uploader = await member(from.site.origin);
    const { data } = await (await uploadPicture(from.site.origin, uploader)).json();
    await editContent(from.environment.DATA_DIR, from.site.origin, data.url);
    expect(await from.runCli('content', 'export', folder)).toEqual({
      code: 0,
      output: `Exported to ${folder}: 2 files, 1 pictures.\n`,
    });
    const [sponsorFile = ''] = readdirSync(join(folder, 'sponsor'));
    const exported = readFileSync(join(folder, 'sponsor', sponsorFile), 'utf8');
    expect(exported).toContain(`"logo": "pictures/${data.id}.jpg"`);
    const identity = JSON.parse(readFileSync(join(folder, 'identity.json'), 'utf8'));
    expect(identity).toMatchObject({ logo: `pictures/${data.id}.jpg`, accent: '#0a5c8c' });
    expect(await to.runCli('content', 'import', folder)).toEqual({
      code: 0,
      output: 'Imported: 2 changed, 0 already the same.\n',
    });
    expect((await to.runCli('content', 'import', folder)).output).toBe(
      'Imported: 0 changed, 2 already the same.\n',
    );
    const readImported = async () =>
      (await (await fetch(`${to.site.origin}/api/site`)).json()) as SiteContent;
    const readSponsors = async () => (await readImported()).sponsor;
    await expect.poll(readSponsors).toMatchObject([{ name: { en: 'City Bank' } }]);
    const [sponsor] = await readSponsors();
    expect(sponsor?.logo).toMatch(`${to.site.origin}/images/`);
    expect((await readImported()).identity).toMatchObject({ logo: sponsor?.logo, accent: '#0a5c8c' });
    expect((await fetch(`${sponsor?.logo}?as=icon-32`)).headers.get('content-type')).toBe('image/png');
    expect((await fetch(sponsor?.logo ?? '')).headers.get('content-type')).toBe('image/jpeg');
  } finally {
    await Promise.all([stop(from.site), stop(to.site)]);
  }
  const again = await from.runCli('content', 'export', folder);
  expect(again).toEqual({ code: 1, output: `${folder} is not empty. Choose a new folder.\n` });
});

/** Publishes a sponsor with a logo, and the site's logo and color, as an editor does. */
async function editContent(dataDir: string, publicUrl: string, logo: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  const core = {
    db: database.withTables<Tables>(),
    clock: systemClock,
    logKey: new Uint8Array(32),
    publicUrl,
    contentImages: createImages({ uploadUrl: '', key: '', adminToken: '', fetch, publicUrl }),
  };
  const by = newEditor();
  const sponsor = { name: { en: 'City Bank' }, logo, alt: { en: 'City Bank' } };
  const id = await addItem(core, by, 'sponsor', sponsor);
  await publishDraft(core, by, { kind: 'sponsor', id, revision: 1 });
  const identity = { kind: 'identity', id: 'site' } as const;
  const draft = { name: { en: 'City Donors' }, logo, accent: '#0a5c8c' };
  await saveDraft(core, by, { ...identity, revision: 0 }, draft);
  await publishDraft(core, by, { ...identity, revision: 1 });
  await database.destroy();
}
