import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testLog } from '#platform/testing/log-collector.ts';
import { days } from '#platform/time.ts';
import { readMetadata } from '#providers/images/testing/pictures.ts';
import { createBuiltPages, readPageData } from './growth/built-pages.ts';
import { createTestApp, type Member, type TestApp, uploadPicture } from './test-app.ts';

const site = createBuiltPages();
const manifest = {
  id: '/',
  name: 'Blood Buddies',
  short_name: 'Blood Buddies',
  description: 'x',
  start_url: '/',
};
writeFileSync(join(site.folder, 'site.webmanifest'), JSON.stringify(manifest));
writeFileSync(join(site.folder, 'sitemap.xml'), '<urlset>\n</urlset>\n');
const url = 'http://localhost:3000';
let app: TestApp;
let editor: Member;
beforeAll(async () => {
  app = await createTestApp({}, testLog(), site);
  editor = await app.register();
  app.giveRole(editor, 'editor');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  site[Symbol.dispose]();
});

const call = (method: string, path: string, json: object) =>
  app.callApi(editor, method, `/staff/content${path}`, json);

/** Publishes an item and returns its path. */
async function publish(kind: string, draft: object): Promise<string> {
  const { body } = await call('POST', `/${kind}`, { draft });
  const path = `/${kind}/${body.insertedId}`;
  expect((await call('POST', `${path}/publish`, { revision: 1 })).body).toEqual({ revision: 2 });
  return path;
}

const read = async (path: string) => {
  const response = await app.send('GET', path);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const status = async (path: string) => (await read(path)).status;
const locationOf = async (path: string) => {
  const response = await app.send('GET', path);
  return [response.status, response.headers.get('location')];
};
const dataOf = async (path: string) => readPageData((await read(path)).text);

const title = { en: 'Why & <how>', bn: 'কেন' };
const post = { slug: 'why', title, body: { en: '**Because** & <b>\u0007' }, date: '2026-11-20' };
const bus = {
  slug: 'bus',
  title,
  detail: { en: 'Come;\nall' },
  from: '2030-01-01',
  until: '2030-01-03',
  place: { en: 'Gate' },
};

test('without posts and campaigns there is no feed and no calendar file', async () => {
  for (const path of [
    '/.well-known/security.txt',
    '/blogs/feed.xml',
    '/campaign/bus/calendar.ics',
    '/blogs/why',
    '/p/terms',
    '/campaign/bus',
  ])
    expect([path, await status(path)]).toEqual([path, 404]);
  expect(JSON.parse((await read('/site.webmanifest')).text)).toEqual({
    ...manifest,
    description: 'A community of blood donors',
  });
  expect((await read('/sitemap.xml')).text).toBe('<urlset>\n</urlset>\n');
});

test('a post has a page in each language while it is published, and one page is that of all unknown slugs', async () => {
  const path = await publish('post', post);
  expect(await dataOf('/blogs/why')).toMatchObject({
    path: '/blogs/why',
    item: { title: 'Why & <how>', description: 'Because & <b>\u0007' },
    server: { body: '<p><strong>Because</strong> &amp; &lt;b&gt;\u0007</p>\n' },
  });
  expect((await dataOf('/bn/blogs/why')).item?.title).toBe('কেন');
  for (const unknown of ['/blogs/other', '/blogs/_', '/bn/blogs/__proto__', '/p/why', '/campaign/why']) {
    expect(await status(unknown)).toBe(404);
    expect((await dataOf(unknown)).path).toMatch(/\/_$/);
  }
  await call('PUT', path, { revision: 2, draft: { ...post, slug: 'because' } });
  expect(await status('/blogs/why')).toBe(200);
  expect(await status('/blogs/because')).toBe(404);
  await call('POST', `${path}/publish`, { revision: 3 });
  expect([await status('/blogs/why'), await status('/blogs/because')]).toEqual([301, 200]);
  await call('DELETE', path, { revision: 4 });
  expect([await status('/blogs/why'), await status('/blogs/because')]).toEqual([404, 404]);
});

test('a former address leads to the present one, until another item takes it', async () => {
  const path = await publish('page', { slug: 'one', title, body: { en: 'a' } });
  const rename = async (slug: string, revision: number) => {
    await call('PUT', path, { revision, draft: { slug, title, body: { en: 'a' } } });
    await call('POST', `${path}/publish`, { revision: revision + 1 });
  };
  await call('PUT', path, { revision: 2, draft: { slug: 'never-published' } });
  await rename('two', 3);
  await rename('three', 5);
  for (const [address, to] of [
    ['/p/one', '/p/three'],
    ['/bn/p/two?a=b', '/bn/p/three?a=b'],
  ] as const)
    expect(await locationOf(address)).toEqual([301, to]);
  expect((await app.send('GET', '/p/one')).headers.get('cache-control')).toBe('no-cache');
  for (const address of ['/p/never-published', '/blogs/one', '/p/four'])
    expect([address, await status(address)]).toEqual([address, 404]);

  await rename('one', 7);
  expect(await locationOf('/p/three')).toEqual([301, '/p/one']);
  expect(await status('/p/one')).toBe(200);

  const other = await publish('page', { slug: 'two', title, body: { en: 'b' } });
  expect(await status('/p/two')).toBe(200);
  await call('DELETE', other, { revision: 2 });
  await call('DELETE', path, { revision: 9 });
  for (const slug of ['one', 'two', 'three']) expect(await status(`/p/${slug}`)).toBe(404);
});

test('the calendar file of a campaign stays at its former address', async () => {
  const path = await publish('campaign', { ...bus, slug: 'first' });
  await call('PUT', path, { revision: 2, draft: { ...bus, slug: 'second' } });
  await call('POST', `${path}/publish`, { revision: 3 });
  const { status, text } = await read('/campaign/first/calendar.ics');
  expect([status, text]).toEqual([200, (await read('/campaign/second/calendar.ics')).text]);
  await call('DELETE', path, { revision: 4 });
});

test('the feed and the sitemap have what is published, in any characters', async () => {
  await publish('post', post);
  await publish('page', { slug: 'terms', title, body: { en: 'a' } });
  const { text, type } = await read('/blogs/feed.xml');
  expect(type).toMatch(/xml/);
  expect(text).toContain('<title>Why &amp; &lt;how&gt;</title>');
  expect(text).toContain('<description>Because &amp; &lt;b&gt;</description>');
  expect(text).toContain(`<link>${url}/blogs/why</link>`);
  expect(text).toContain('<pubDate>Fri, 20 Nov 2026 00:00:00 GMT</pubDate>');
  expect((await read('/bn/blogs/feed.xml')).text).toContain(`<guid>${url}/bn/blogs/why</guid>`);
  const sitemap = (await read('/sitemap.xml')).text;
  for (const path of ['/blogs/why', '/p/terms'])
    expect(sitemap).toContain(`<url><loc>${url}${path}</loc></url>`);
});

test('the calendar file of a campaign has its days, and the site as its organizer', async () => {
  const contact = { revision: 0, draft: { email: 'a@b.example' } };
  await call('PUT', '/contact/site', contact);
  await call('POST', '/contact/site/publish', { revision: 1 });
  await call('PUT', '/identity/site', {
    revision: 0,
    draft: { name: { en: 'Sang "Dakar"' }, shortName: { en: 'Sang' } },
  });
  await call('POST', '/identity/site/publish', { revision: 1 });
  await publish('campaign', bus);
  const { text, type } = await read('/campaign/bus/calendar.ics');
  expect(type).toMatch(/^text\/calendar/);
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  const textOf = (name: string) => String(event?.getFirstPropertyValue(name));
  expect(['dtstart', 'dtend', 'summary', 'description', 'location', 'url', 'organizer'].map(textOf)).toEqual([
    ...['2030-01-01', '2030-01-04', 'Why & <how>', 'Come;\nall', 'Gate'],
    ...[`${url}/campaign/bus`, 'MAILTO:a@b.example'],
  ]);
  expect(event?.getFirstProperty('organizer')?.getFirstParameter('cn')).toContain('Sang');
  expect(JSON.parse((await read('/site.webmanifest')).text)).toEqual({
    ...manifest,
    ...{ name: 'Sang "Dakar"', short_name: 'Sang', description: 'Sang "Dakar"' },
  });
});

test('one upload of a logo makes the icons, the share picture and the mark; a color colors what is installed', async () => {
  expect(await status('/favicon.ico')).toBe(404);
  const logo = await uploadPicture(app, editor, { width: 600, height: 300 });
  const { revision } = (await app.callApi(editor, 'GET', '/staff/content/identity/site')).body;
  const name = { en: 'Sang' };
  await call('PUT', '/identity/site', { revision, draft: { name, logo, accent: '#FFD500' } });
  await call('POST', '/identity/site/publish', { revision: revision + 1 });

  const changed = JSON.parse((await read('/site.webmanifest')).text);
  expect(changed.theme_color).toBe('#a78b01');
  expect(
    changed.icons.map(({ src, sizes, purpose }: Record<string, string>) => [src, sizes, purpose]),
  ).toEqual([
    [`${logo}?as=icon-192`, '192x192', undefined],
    [`${logo}?as=icon-512`, '512x512', undefined],
    [`${logo}?as=maskable-192`, '192x192', 'maskable'],
    [`${logo}?as=maskable-512`, '512x512', 'maskable'],
  ]);
  for (const { src, sizes } of changed.icons) {
    const response = await app.send('GET', src.slice(url.length));
    const { width, height } = await readMetadata(new Uint8Array(await response.arrayBuffer()));
    expect(`${width}x${height}`).toBe(sizes);
  }
  const favicon = await app.send('GET', '/favicon.ico');
  expect([favicon.status, favicon.headers.get('location')]).toEqual([
    302,
    `${logo.slice(url.length)}?as=icon-32`,
  ]);
  expect((await dataOf('/')).site.logo).toEqual({ src: logo, ratio: 2 });
  expect((await dataOf('/dashboard/pass/any')).server?.content.identity.accent).toBe('#FFD500');

  await call('DELETE', '/identity/site', { revision: revision + 2 });
  expect(JSON.parse((await read('/site.webmanifest')).text)).not.toHaveProperty('icons');
  expect(await status('/favicon.ico')).toBe(404);
  expect((await dataOf('/')).site).not.toHaveProperty('logo');
});

test('the owner decides which languages the site shows', async () => {
  const path = await publish('post', { ...post, slug: 'langues', title: { en: 'Tongues', fr: 'Langues' } });
  const show = async (languages: string[], revision: number) => {
    const draft = { country: null, timeZone: 'Africa/Dakar', weekStart: 1, reminderHour: 9, languages };
    expect((await call('PUT', '/region/site', { revision, draft })).status).toBe(200);
    expect((await call('POST', '/region/site/publish', { revision: revision + 1 })).status).toBe(200);
  };
  expect((await dataOf('/about')).site.languages).toEqual(['en', 'bn']);
  expect((await read('/bn/about')).status).toBe(200);

  await show(['fr', 'en'], 0);
  for (const [address, to] of [
    ['/bn', '/'],
    ['/bn/blogs/langues?a=b', '/blogs/langues?a=b'],
    ['/bn/blogs/feed.xml', '/blogs/feed.xml'],
    ['/bn/dashboard', '/dashboard'],
  ] as const)
    expect(await locationOf(address)).toEqual([302, to]);
  const french = await dataOf('/blogs/langues');
  expect(french).toMatchObject({ item: { title: 'Langues', lang: 'fr' }, site: { languages: ['en'] } });
  expect((await read('/blogs/feed.xml')).text).toContain('<language>fr</language>');
  expect((await read('/bn/assets/app-abc.js')).status).toBe(200);

  await show(['bn'], 2);
  expect(await locationOf('/')).toEqual([302, '/bn']);
  expect(await locationOf('/blogs/langues')).toEqual([302, '/bn/blogs/langues']);
  expect((await dataOf('/bn/blogs/langues')).item?.title).toBe('Tongues');
  expect((await read('/sitemap.xml')).text).toContain(`<loc>${url}/bn/blogs/langues</loc>`);
  expect((await read('/site.webmanifest')).status).toBe(200);

  await call('DELETE', '/region/site', { revision: 4 });
  await call('DELETE', path, { revision: 2 });
  expect((await read('/bn/about')).status).toBe(200);
});

test('password managers find where to change a password', async () => {
  expect(await locationOf('/.well-known/change-password')).toEqual([302, '/dashboard/account#sign-in']);
  const withQuery = [302, '/dashboard/account?from=app#sign-in'];
  expect(await locationOf('/.well-known/change-password?from=app')).toEqual(withQuery);
  // They compare it with an address that must not exist.
  expect(
    await status('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'),
  ).toBe(404);
});

test('security.txt names the contact that the owner has set, and expires within a year', async () => {
  const { revision } = (await app.callApi(editor, 'GET', '/staff/content/contact/site')).body;
  await call('PUT', '/contact/site', { revision, draft: { email: 'security@b.example' } });
  await call('POST', '/contact/site/publish', { revision: revision + 1 });
  const { status, type, text } = await read('/.well-known/security.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  const [contact, expires, ...rest] = text.split('\n');
  expect([contact, ...rest]).toEqual([
    'Contact: mailto:security@b.example',
    'Preferred-Languages: en, bn',
    `Canonical: ${url}/.well-known/security.txt`,
    '',
  ]);
  const until = Date.parse(expires?.replace('Expires: ', '') ?? '');
  expect(until).toBeGreaterThan(Date.now() + days(300));
  expect(until).toBeLessThan(Date.now() + days(365));
});
