import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { qualifyMembers } from '#server/testing/qualify-members.ts';
import { runToEnd, type SiteProcess, startSite } from './process.ts';
import { member } from './remote-member.ts';

let folder: string;
let environment: Record<string, string>;
let site: SiteProcess | undefined;
let database: { url: string; drop(): Promise<void> } | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-operate-'));
  environment = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) };
});
afterEach(async () => {
  if (site) {
    const ended = once(site.child, 'exit');
    site.child.kill('SIGTERM');
    await ended;
  }
  await database?.drop();
  [site, database] = [undefined, undefined];
  rmSync(folder, { recursive: true, force: true });
});

const operate = (...words: string[]) => runToEnd('operate.ts', ['photos', ...words], environment);

type Photo = { _id: string; img: string; title: string };
const origin = () => site?.origin ?? '';
const photos = async () => (await (await fetch(`${origin()}/api/photo`)).json()) as Photo[];
const photoIds = async () => (await photos()).map(({ _id }) => _id);

async function report(id: string, reporters: string[]): Promise<void> {
  for (const name of reporters) {
    const { token } = await member(origin(), `${name}@example.org`);
    const answer = await fetch(`${origin()}/api/photo/${id}/report`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(204);
  }
}

test.each(['SQLite', 'PostgreSQL'])(
  'while the site runs on %s the operator lists reported photos, keeps one, removes another with its picture',
  async (kind) => {
    if (kind === 'PostgreSQL') {
      database = await createPostgresDatabase(inject('postgresUrl'));
      environment = { ...environment, DATABASE_URL: database.url };
    }
    site = await startSite(environment);
    const [first, second] = [await upload('First'), await upload('Second')];
    expect(await operate()).toEqual({ code: 0, output: 'No photo waits for a decision.\n' });

    await report(first._id, ['a', 'b', 'c']);
    expect(await photoIds()).toContain(first._id);
    await qualifyMembers(database ? { url: database.url } : { dataDir: environment.DATA_DIR ?? '' });
    await report(first._id, ['d']);
    await report(second._id, ['e']);
    expect(await photoIds()).not.toContain(first._id);
    const { code, output } = await operate();
    const [head, ...lines] = output.trim().split('\n');
    expect([code, head, lines.length]).toEqual([0, 'Photos that wait for a decision: 2', 2]);
    expect(lines[0]).toMatch(
      new RegExp(
        `^${first._id}  hidden  4 reports \\(3 counted\\)  since \\S+Z  ${first.img}  of \\S+  "First"$`,
      ),
    );
    expect(lines[1]).toMatch(
      new RegExp(`^${second._id}  shown  1 report \\(0 counted\\)  since .* "Second"$`),
    );

    expect(await operate('keep', first._id)).toEqual({
      code: 0,
      output: `Photo ${first._id}: kept. It is shown, and further reports are listed but do not hide it.\n`,
    });
    // With PostgreSQL lists are kept for 0.2 s: another process has changed them.
    await expect.poll(photoIds).toContain(first._id);

    expect(await operate('remove', second._id)).toEqual({
      code: 0,
      output: `Photo ${second._id}: removed. The picture follows within seconds, or when the site runs again: ${second.img}.\n`,
    });
    await expect.poll(photoIds).not.toContain(second._id);
    const picture = second.img.replace('localhost', '127.0.0.1');
    await expect.poll(async () => (await fetch(picture)).status, { timeout: 10_000 }).toBe(404);
    expect(await operate()).toEqual({ code: 0, output: 'No photo waits for a decision.\n' });

    for (const what of ['keep', 'remove'])
      expect(await operate(what, second._id)).toEqual({
        code: 1,
        output: `There is no photo ${second._id}.\n`,
      });
  },
  60_000,
);

test.each([[['keep']], [['remove']], [['hide', 'x']], [['keep', 'x', 'y']], [['constructor', 'x']]])(
  'photos %j is answered with how to use it',
  async (words) => {
    const { code, output } = await operate(...words);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('npm run operate -- photos remove <photo id>'),
    ]);
  },
);

/** A photo of somebody, on a site that runs as a process. */
async function upload(title: string): Promise<Photo> {
  const { token } = await member(origin(), 'owner@example.org');
  const { images } = (await (await fetch(`${origin()}/api/config`)).json()) as { images: { key: string } };
  const headers = { Authorization: `Bearer ${token}` };
  const body = new FormData();
  body.set('image', new File([await tinyPicture()], 'donors.png'));
  const answer = await fetch(`${origin()}/images/1/upload?key=${images.key}`, {
    method: 'POST',
    headers,
    body,
  });
  const { url } = ((await answer.json()) as { data: { url: string } }).data;
  const saved = await fetch(`${origin()}/api/photo`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ img: url, title }),
  });
  const { insertedId } = (await saved.json()) as { insertedId: string };
  return { _id: insertedId, img: url, title };
}

async function tinyPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const create = { width: 40, height: 30, channels: 3, background: '#a3122a' } as const;
  return new Uint8Array(await sharp({ create }).png().toBuffer());
}
