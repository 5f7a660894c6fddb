import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_CONTENT_LENGTH, type SiteContent } from '#contract/site-content.ts';
import { createPostgresApp, createTestApp, type Member, type TestApp, uploadPicture } from './test-app.ts';

let app: TestApp;
let editor: Member;
beforeAll(async () => {
  app = await createTestApp();
  editor = await app.register();
  app.giveRole(editor, 'editor');
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.time.offsetMs = 0;
  using database = app.openSqlite();
  for (const table of ['content', 'content_slugs', 'content_versions']) database.exec(`delete from ${table}`);
});

type Result = { status: number; body: ReturnType<typeof JSON.parse> };
const call = (method: string, path: string, json?: unknown): Promise<Result> =>
  app.callApi(editor, method, `/staff/content${path}`, json);
const readSite = async (query = ''): Promise<SiteContent> =>
  (await (await app.send('GET', `/api/site${query}`)).json()) as SiteContent;

test('in production without Stripe, appointments cost nothing', async () => {
  const environment = { NODE_ENV: 'production', PUBLIC_URL: 'https://donors.example.org' };
  await using production = await createTestApp(environment);
  expect(production.publicConfig.cards).toEqual({ provider: 'none', publishableKey: '' });
  expect((await production.callApi(undefined, 'GET', '/site')).body).toMatchObject({ fee: null });
});

const title = { en: 'The blood bus', bn: 'রক্তের বাস' };
const campaign = (slug: string, changes: object = {}) => ({
  slug,
  title,
  detail: { en: 'We come to you.' },
  date: '2030-01-01',
  place: { en: 'River Road' },
  ...changes,
});

/** Adds a campaign and returns its path. */
async function add(draft: object): Promise<string> {
  const { status, body } = await call('POST', '/campaign', { draft });
  expect([status, body.revision]).toEqual([200, 1]);
  return `/campaign/${body.insertedId}`;
}
async function addPublished(draft: object): Promise<string> {
  const path = await add(draft);
  expect(await call('POST', `${path}/publish`, { revision: 1 })).toEqual({
    status: 200,
    body: { revision: 2 },
  });
  return path;
}
const slugs = async () => (await readSite()).campaign.map(({ slug }) => slug);
const idOf = (path: string) => path.split('/').at(-1);

test('a site whose owner has published nothing has the content of the specification', async () => {
  const site = await readSite();
  expect(site).toMatchObject({
    identity: { name: { en: 'Blood Buddies' } },
    contact: {},
    fee: { amount: 500, currency: 'usd' },
    region: { country: null, timeZone: 'Asia/Dhaka', languages: ['en', 'bn'] },
    campaign: [],
    'team-card': [],
  });
  expect(site.counters.map((counter) => 'value' in counter && counter.value)).toEqual([
    1346, 3568, 3235, 2578,
  ]);
  const { body } = await call('GET', '/identity/site');
  expect(body).toEqual({
    ...{
      kind: 'identity',
      id: 'site',
      revision: 0,
      draft: null,
      hasDraft: false,
      published: null,
      state: 'draft',
    },
  });
});

test('a draft is not public; once published, it is public in each language, with a new ETag', async () => {
  const before = await app.send('GET', '/api/site');
  const draft = campaign('blood-bus', { alt: { en: '  ' }, time: '' });
  const path = await add(draft);
  expect(await readSite()).toMatchObject({ campaign: [] });
  expect((await call('GET', path)).body).toMatchObject({ revision: 1, published: null, state: 'draft' });
  await call('POST', `${path}/publish`, { revision: 1 });
  expect((await readSite()).campaign).toEqual([{ id: idOf(path), ...campaign('blood-bus') }]);
  expect((await readSite('?language=bn')).campaign[0]?.title).toBe(title.bn);
  expect((await readSite('?language=fr')).campaign[0]?.title).toBe(title.en);
  const after = await app.send('GET', '/api/site');
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(after.headers.get('cache-control')).toBe('public, no-cache');
  const { body } = await call('GET', '?language=bn');
  const listed = body.find(({ id }: { id: string }) => id === idOf(path));
  expect(listed).toMatchObject({ state: 'published', revision: 2, draft: { title: title.bn } });
  expect(body.filter(({ id }: { id: string }) => id === 'site')).toHaveLength(9);
});

test('publishing names every field that prevents it, and changes nothing', async () => {
  const path = await add({ title, picture: 'https://elsewhere.example/a.jpg' });
  const { status, body } = await call('POST', `${path}/publish`, { revision: 1 });
  expect(status).toBe(422);
  expect(Object.keys(body.error.fields).sort()).toEqual(['alt', 'date', 'detail', 'place', 'slug']);
  const complete = campaign('a', { picture: 'https://elsewhere.example/a.jpg', alt: { en: 'A bus' } });
  expect((await call('PUT', path, { revision: 1, draft: complete })).body).toEqual({ revision: 2 });
  const foreign = await call('POST', `${path}/publish`, { revision: 2 });
  expect([foreign.status, Object.keys(foreign.body.error.fields)]).toEqual([422, ['picture']]);
  expect((await call('GET', path)).body).toMatchObject({ revision: 2, published: null });
  const own = { ...complete, picture: `${app.config.publicUrl}/images/a` };
  await call('PUT', path, { revision: 2, draft: own });
  expect((await call('POST', `${path}/publish`, { revision: 3 })).status).toBe(200);
});

test('a draft that is too long is refused, with the name of the field', async () => {
  const path = await add({});
  const body = { en: 'x'.repeat(1_000_000) };
  const saved = await call('POST', '/page', { draft: { body } });
  expect([saved.status, Object.keys(saved.body.error.fields)]).toEqual([422, ['body.en']]);
  expect((await call('PUT', path, { revision: 1 })).status).toBe(422);
  expect((await call('PUT', path, { draft: {} })).status).toBe(422);
});

test('nobody overwrites what another editor has saved in the meantime', async () => {
  const path = await add(campaign('a'));
  const draft = campaign('a', { time: '9:00 am' });
  await call('PUT', path, { revision: 1, draft });
  for (const [method, action, json] of [
    ['PUT', '', { draft: {} }],
    ['POST', '/publish', {}],
    ['DELETE', '', {}],
    ['POST', '/restore', { version: 1 }],
  ] as const) {
    const { status, body } = await call(method, `${path}${action}`, { revision: 1, ...json });
    expect([method, action, status, body.error]).toMatchObject([
      ...[method, action, 409],
      { code: 'changed-elsewhere', current: { revision: 2, draft } },
    ]);
  }
  expect((await call('GET', path)).body).toMatchObject({ revision: 2, draft });
});

test('of two editors who publish at once, one is told that the other was faster', async () => {
  const onBoth = [app, await createPostgresApp()];
  for (const site of onBoth) {
    const person = await site.register();
    if (site === app) app.giveRole(person, 'editor');
    else await giveRoleOnPostgres(site, person);
    const send = (path: string, json: object) =>
      site.callApi(person, 'POST', `/staff/content/campaign${path}`, json);
    const { insertedId } = (await send('', { draft: campaign('at-once') })).body;
    const publish = () => send(`/${insertedId}/publish`, { revision: 1 });
    const results = await Promise.all([publish(), publish(), publish()]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const versions = await site.callApi(person, 'GET', `/staff/content/campaign/${insertedId}/versions`);
    expect(versions.body).toHaveLength(1);
  }
  await onBoth[1]?.[Symbol.asyncDispose]();
});

async function giveRoleOnPostgres(site: TestApp, { userId }: Member): Promise<void> {
  const database = await site.openDatabase();
  const db = database.withTables<Record<string, Record<string, unknown>>>();
  await db
    .insertInto('staff_roles')
    .values({ user_id: userId, role: 'editor', center_id: '', granted_at: 0 })
    .execute();
  await database.destroy();
}

test('a slug belongs to one item of a kind, as draft and while it is published', async () => {
  const path = await addPublished(campaign('first'));
  const taken = await call('POST', '/campaign', { draft: { slug: 'first' } });
  expect([taken.status, Object.keys(taken.body.error.fields)]).toEqual([422, ['slug']]);
  expect((await call('POST', '/post', { draft: { slug: 'first' } })).status).toBe(200);
  await call('PUT', path, { revision: 2, draft: campaign('renamed') });
  for (const slug of ['first', 'renamed'])
    expect((await call('POST', '/campaign', { draft: { slug } })).status).toBe(422);
  await call('POST', `${path}/publish`, { revision: 3 });
  expect((await call('POST', '/campaign', { draft: { slug: 'first' } })).status).toBe(200);
  await call('DELETE', path, { revision: 4 });
  expect((await call('POST', '/campaign', { draft: { slug: 'renamed' } })).status).toBe(200);
  // Empty slugs of half a draft do not count.
  for (const draft of [{}, { slug: '' }, { slug: '' }]) await add(draft);
});

test('items have the order of the editor, and a new one is the last', async () => {
  const paths = [];
  for (const slug of ['a', 'b', 'c']) paths.push(await addPublished(campaign(slug)));
  const [a, b, c] = paths as [string, string, string];
  expect(await call('PUT', '/campaign/order', { ids: [idOf(c), idOf(a)] })).toEqual({
    status: 200,
    body: { ids: [c, a, b].map(idOf) },
  });
  expect(await slugs()).toEqual(['c', 'a', 'b']);
  expect((await call('PUT', '/campaign/order', { ids: ['gone'] })).status).toBe(422);
  for (const path of [c, a]) await call('DELETE', path, { revision: 2 });
  await addPublished(campaign('d'));
  expect(await slugs()).toEqual(['b', 'd']);
});

test('the last 20 publications are kept, and one of them can be published again', async () => {
  const path = await add(campaign('v', { time: '1' }));
  for (let n = 1; n <= 22; n += 1) {
    await call('PUT', path, { revision: 2 * n - 1, draft: campaign('v', { time: String(n) }) });
    await call('POST', `${path}/publish`, { revision: 2 * n });
  }
  const { body: versions } = await call('GET', `${path}/versions`);
  expect(versions.map(({ content }: { content: { time: string } }) => content.time)).toEqual(
    Array.from({ length: 20 }, (_, index) => String(22 - index)),
  );
  const { version } = versions[19];
  await call('PUT', path, { revision: 45, draft: {} });
  expect(await call('POST', `${path}/restore`, { version })).toEqual({ status: 200, body: { revision: 47 } });
  expect((await readSite()).campaign[0]?.time).toBe('3');
  expect((await call('GET', path)).body).toMatchObject({ draft: campaign('v', { time: '3' }) });
  expect((await call('POST', `${path}/restore`, { version: 1 })).status).toBe(404);
});

test('a group returns to its default, and an earlier version can still be restored', async () => {
  const draft = { name: { fr: 'Donneurs de Sang Dakar' } };
  expect((await call('PUT', '/identity/site', { revision: 0, draft })).body).toEqual({ revision: 1 });
  expect((await call('PUT', '/identity/site', { revision: 0, draft })).status).toBe(409);
  await call('POST', '/identity/site/publish', { revision: 1 });
  expect((await readSite('?language=fr')).identity).toEqual({ name: 'Donneurs de Sang Dakar' });
  expect((await call('DELETE', '/identity/site', { revision: 2 })).status).toBe(204);
  expect((await readSite()).identity.name).toEqual({ en: 'Blood Buddies' });
  expect((await call('GET', '/identity/site')).body).toMatchObject({
    revision: 3,
    draft: null,
    published: null,
  });
  expect((await call('POST', '/identity/site/publish', { revision: 3 })).status).toBe(422);
  await call('POST', '/identity/site/restore', { version: 2 });
  expect((await readSite()).identity).toEqual(draft);
});

test('a scheduled draft is published at its time, once, and saving takes it off the schedule', async () => {
  const [path, other] = [await add(campaign('later')), await add(campaign('never'))];
  const at = new Date(app.clock() + 60_000).toISOString();
  for (const each of [path, other])
    expect((await call('POST', `${each}/publish`, { revision: 1, at })).body).toEqual({ revision: 2 });
  await call('PUT', other, { revision: 2, draft: campaign('never') });
  expect((await call('GET', path)).body).toMatchObject({ state: 'scheduled', publishAt: at });
  expect((await call('GET', other)).body).toMatchObject({ state: 'draft' });
  await app.runJob('publish-scheduled-content');
  expect(await slugs()).toEqual([]);
  app.time.offsetMs = 60_001;
  await Promise.all([1, 2].map(() => app.runJob('publish-scheduled-content')));
  app.time.offsetMs += 1000;
  expect(await slugs()).toEqual(['later']);
  expect((await call('GET', `${path}/versions`)).body).toHaveLength(1);
  expect((await call('GET', path)).body).toMatchObject({ revision: 3, state: 'published' });
  const incomplete = await add({});
  expect((await call('POST', `${incomplete}/publish`, { revision: 1, at })).status).toBe(422);
  expect((await call('POST', `${path}/publish`, { revision: 3, at: '2026-02-30T10:00:00Z' })).status).toBe(
    422,
  );
});

test('a campaign is past after its last day in the time zone of the site', async () => {
  const inDhaka = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
  const period = { date: undefined, from: '2020-01-01' };
  const today = await addPublished(campaign('today', { date: inDhaka }));
  const over = await addPublished(campaign('over', { ...period, until: '2020-01-02' }));
  const running = await addPublished(campaign('running', { ...period, until: inDhaka }));
  const states = [today, over, running].map(async (path) => (await call('GET', path)).body.state);
  expect(await Promise.all(states)).toEqual(['published', 'past', 'published']);
});

test('fee and region need a second factor, the others do not', async () => {
  using database = app.openSqlite();
  const setFactor = (factor: string | null) =>
    database.prepare('update sessions set second_factor = ? where user_id = ?').run(factor, editor.userId);
  setFactor(null);
  const fee = { revision: 0, draft: { amount: 1000, currency: 'xof' } };
  for (const [method, path, json] of [
    ['PUT', '/fee/site', fee],
    ['PUT', '/region/site', { revision: 0, draft: {} }],
    ['POST', '/fee/site/publish', { revision: 0 }],
    ['POST', '/fee/site/restore', { version: 1 }],
    ['DELETE', '/region/site', { revision: 0 }],
  ] as const) {
    const { status, body } = await call(method, path, json);
    expect([path, status, body.error.code]).toEqual([path, 409, 'second-factor-needed']);
  }
  expect((await call('GET', '/fee/site')).status).toBe(200);
  expect((await call('PUT', '/contact/site', { revision: 0, draft: {} })).status).toBe(200);
  setFactor('totp');
  expect((await call('PUT', '/fee/site', fee)).status).toBe(200);
  await call('POST', '/fee/site/publish', { revision: 1 });
  expect((await readSite()).fee).toEqual(fee.draft);
  await call('PUT', '/fee/site', { revision: 2, draft: null });
  await call('POST', '/fee/site/publish', { revision: 3 });
  expect((await readSite()).fee).toBeNull();
});

test('a picture that content shows, even a draft or an earlier version, is not deleted as unused', async () => {
  const [drafted, versioned, unused] = [
    await uploadPicture(app, editor),
    await uploadPicture(app, editor),
    await uploadPicture(app, editor),
  ];
  const alt = { en: 'A bus' };
  const path = await addPublished(campaign('pictured', { picture: versioned, alt }));
  await call('PUT', path, { revision: 2, draft: campaign('pictured') });
  await call('POST', `${path}/publish`, { revision: 3 });
  await add({ picture: drafted });
  app.time.offsetMs = 25 * 3_600_000;
  for (let run = 0; run < 2; run += 1) {
    await app.runJob('delete-orphaned-pictures');
    app.time.offsetMs += 2 * 3_600_000;
  }
  const statuses = [drafted, versioned, unused].map(
    async (url) => (await app.send('GET', new URL(url).pathname)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
});

test('unknown kinds and items are not found', async () => {
  for (const [method, path, json] of [
    ['GET', '/prizes/site', undefined],
    ['GET', '/identity/other', undefined],
    ['GET', '/post/site', undefined],
    ['GET', '/post/none/versions', undefined],
    ['GET', '/constructor/site', undefined],
    ['POST', '/identity', { draft: {} }],
    ['PUT', '/identity/order', { ids: [] }],
    ['PUT', '/identity/other', { revision: 0, draft: {} }],
    ['PUT', '/post/none', { revision: 0, draft: {} }],
  ] as const)
    expect([path, (await call(method, path, json)).status]).toEqual([path, 404]);
});

test('a kind has at most 500 items', async () => {
  using database = app.openSqlite();
  const insert = database.prepare("insert into content values ('step', ?, ?, 1, '{}', null, null, 0, null)");
  for (let n = 0; n < 500; n += 1) insert.run(`step-${n}`, n);
  const { status, body } = await call('POST', '/step', { draft: {} });
  expect([status, body.error.code]).toEqual([409, 'too-many-items']);
});

test('each publication, deletion, restore and new order is in the log, and the account can be deleted', async () => {
  const owner = await app.register();
  app.giveRole(owner, 'owner');
  const path = await addPublished(campaign('logged'));
  await call('POST', `${path}/restore`, { version: 2 });
  await call('PUT', '/campaign/order', { ids: [] });
  await call('POST', `${path}/publish`, { revision: 3, at: '2999-01-01T00:00:00+06:00' });
  await call('DELETE', path, { revision: 4 });
  const { body } = await app.callApi(owner, 'GET', '/staff/log');
  const own = body.filter(({ actor }: { actor: string }) => actor === editor.email);
  expect(own.slice(0, 5).map(({ role, action }: Record<string, string>) => `${role}: ${action}`)).toEqual([
    ...['editor: delete campaign', 'editor: schedule campaign', 'editor: order campaign'],
    ...['editor: restore campaign', 'editor: publish campaign'],
  ]);
  const author = await app.register();
  app.giveRole(author, 'editor');
  await app.callApi(author, 'POST', '/staff/content/campaign', { draft: {} });
  expect((await app.callApi(author, 'DELETE', '/user')).status).toBeLessThan(300);
  using database = app.openSqlite();
  expect(database.prepare('select distinct updated_by from content').all()).toEqual([{ updated_by: null }]);
});

test('replies to emails go to the published contact address', async () => {
  await call('PUT', '/contact/site', { revision: 0, draft: { email: 'bonjour@example.org' } });
  const sendEmail = async () => {
    const { email } = await app.registerConfirmed();
    return app.emailsTo(email).join('\n');
  };
  expect(await sendEmail()).not.toContain('Reply-To');
  await call('POST', '/contact/site/publish', { revision: 1 });
  expect(await sendEmail()).toContain('\nReply-To: bonjour@example.org\n');
});

test('a logo is a picture of this site of which sharp icons can be made; emails have it, and the accent color', async () => {
  const name = { en: 'Sang' };
  let revision = 0;
  const publish = async (draft: object) => {
    ({ revision } = (await call('PUT', '/identity/site', { revision, draft })).body);
    const published = await call('POST', '/identity/site/publish', { revision });
    if (published.status === 200) revision = published.body.revision;
    return published;
  };
  for (const [logo, message] of [
    [
      await uploadPicture(app, editor, { width: 400, height: 191 }),
      'Choose a picture of at least 192 by 192 pixels',
    ],
    ['http://localhost:3000/images/none', 'Upload the picture to this site first'],
    ['https://elsewhere.example/logo.png', 'Upload the picture to this site first'],
  ])
    expect(await publish({ name, logo })).toMatchObject({
      status: 422,
      body: { error: { fields: { logo: message } } },
    });
  const logo = await uploadPicture(app, editor, { width: 192, height: 192 });
  expect((await publish({ name, logo, accent: '' })).status).toBe(200);
  expect((await readSite()).identity).toEqual({ name, logo });
  const refused = await call('PUT', '/identity/site', { revision, draft: { name, accent: 'red' } });
  expect(refused.body.error.fields).toEqual({ accent: 'Enter a color such as #b3122a' });
  const sendEmail = async () => app.emailsTo((await app.registerConfirmed()).email).join('\n');
  const logoInEmail = `src="${logo}?as=mark"`;
  const plain = await sendEmail();
  expect(plain).toContain(logoInEmail);
  expect(plain).toContain('background:#9c1322');
  await publish({ name, accent: '#FFD500' });
  const colored = await sendEmail();
  expect(colored).not.toMatch(/#9c1322|\?as=mark/);
  expect(colored).toContain('background:#a78b01;color:#000000');
});

test('all texts of the site together have a limit, so that pages stay fast to render', async () => {
  const path = await add(campaign('a'));
  using database = app.openSqlite();
  const fill = (length: number) =>
    database
      .prepare("update content set published = json_quote(?) where kind = 'campaign'")
      .run('x'.repeat(length));
  fill(MAX_CONTENT_LENGTH);
  const { status, body } = await call('PUT', path, { revision: 1, draft: campaign('a') });
  expect([status, body.error.code]).toEqual([409, 'too-much-content']);
  expect((await call('POST', '/campaign', { draft: {} })).status).toBe(409);
  fill(MAX_CONTENT_LENGTH / 2);
  expect((await call('PUT', path, { revision: 1, draft: campaign('a') })).status).toBe(200);
});

test('a picture is one of this site, and a center exists', async () => {
  const { publicUrl } = app.config;
  const alt = { en: 'A bus' };
  for (const address of ['', '../api/user', '%2e%2e/api/user', 'a?as=mark', 'a/b']) {
    const path = await add(campaign('a', { picture: `${publicUrl}/images/${address}`, alt }));
    const { status, body } = await call('POST', `${path}/publish`, { revision: 1 });
    expect([address, status, Object.keys(body.error.fields)]).toEqual([address, 422, ['picture']]);
    await call('DELETE', path, { revision: 1 });
  }
  const path = await add(campaign('a', { centerId: 'nowhere' }));
  expect((await call('POST', `${path}/publish`, { revision: 1 })).body.error.fields).toEqual({
    centerId: 'Choose a center',
  });
});

test('a kind of donation without days is left out of the waits', async () => {
  const { eligibility } = await readSite();
  const waits = { plasma: { women: 14, men: 14 }, platelets: {} };
  await call('PUT', '/eligibility/site', { revision: 0, draft: { ...eligibility, waits } });
  expect((await call('POST', '/eligibility/site/publish', { revision: 1 })).status).toBe(200);
  expect((await readSite()).eligibility.waits).toEqual({ plasma: { women: 14, men: 14 } });
});
