import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/open.ts';
import { newId } from '#platform/ids.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import type { Tables } from '#server/db/tables.ts';
import { addPhotos } from '#server/features/photos/repository.ts';
import { createTestApp, type Member, type TestApp, uploadPicture } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const upload = (member: Member): Promise<string> => uploadPicture(app, member);
async function add({ token }: Member, json: unknown, headers = {}) {
  const response = await app.send('POST', '/api/photo', { json, token, headers });
  return { status: response.status, body: (await response.json()) as { insertedId: string } };
}
const list = async (query = '', site = app) =>
  (await site.callApi<Record<string, unknown>[]>(undefined, 'GET', `/photo${query}`)).body;

test('[API-03] [API-04] adds an uploaded picture as the newest photo, with size and placeholder', async () => {
  const member = await app.register();
  const [first, second] = [await upload(member), await upload(member)];
  expect(await add(member, { img: first, title: 'Donors' })).toMatchObject({
    status: 200,
    body: { acknowledged: true },
  });
  await add(member, { img: second });
  const [newest, older] = await list();
  expect(newest).toMatchObject({ img: second, title: expect.stringMatching(/\w/) });
  expect(older).toMatchObject({
    img: first,
    title: 'Donors',
    width: 40,
    height: 30,
    placeholder: expect.stringMatching(/^data:image\//),
  });
});

test.each([
  ['?limit=0', 422],
  ['?limit=201', 422],
  ['?limit=-1', 422],
  ['?limit=1.5', 422],
  ['?limit=none', 422],
  ['?limit=', 422],
  [`?after=${'a'.repeat(101)}`, 422],
  ['?after=%00', 422],
  ['?limit=200', 200],
  ['?limit=1&limit=none', 422],
  ['?after=', 200],
  ['?limit=2&after=', 200],
  ['?after=never', 422],
  ["?after=%F0%9F%98%80'%20or%201=1--", 422],
  ['?after=%25', 422],
])('[API-03] GET /api/photo%s responds %i', async (query, status) => {
  expect((await app.send('GET', `/api/photo${query}`)).status).toBe(status);
});

test('[API-03] returns the newest 200 without `limit`, and ignores unknown parameters', async () => {
  await using large = await createTestApp();
  const database = await openDatabase({ dataDir: large.dataDir });
  const ids = Array.from({ length: 205 }, newId);
  const columns = { user_id: 'rahim', title: 'Donors', width: 40, height: 30, placeholder: null };
  await database
    .withTables<Tables>()
    .transaction()
    .execute((trx) =>
      addPhotos(
        trx,
        ids.map((id) => ({ ...columns, id, picture_id: id })),
      ),
    );
  await database.destroy();
  const listed = async (query: string) => (await list(query, large)).map(({ _id }) => _id);
  const newest = ids.toReversed();
  for (const query of ['', '?after=', '?x=%00&limits=3'])
    expect(await listed(query)).toEqual(newest.slice(0, 200));
  expect(await listed(`?after=${newest[199]}`)).toEqual(newest.slice(200));
});

test('[API-03] accepts a deleted photo as `after`', async () => {
  const member = await app.register();
  const [older, gone] = [await upload(member), await upload(member)];
  await add(member, { img: older });
  const { insertedId } = (await add(member, { img: gone })).body;
  await app.send('DELETE', `/api/photo/${insertedId}`, { token: member.token });
  expect(await list(`?limit=1&after=${insertedId}`)).toMatchObject([{ img: older }]);
});

test('[API-04] responds 422 to another photo with the same Idempotency-Key and to an invalid key', async () => {
  const member = await app.register();
  const img = await upload(member);
  const key = { 'Idempotency-Key': 'one' };
  expect((await add(member, { img, title: 'Donors' }, key)).status).toBe(200);
  expect(await add(member, { img, title: 'Others' }, key)).toMatchObject({
    status: 422,
    body: { error: { code: 'key-reused' } },
  });
  for (const bad of ['', 'a'.repeat(256), 'cl\u00e9'])
    expect((await add(member, { img }, { 'Idempotency-Key': bad })).status).toBe(422);
  expect((await list()).filter((photo) => photo.img === img)).toHaveLength(1);
});

test('[API-04] rejects a picture that is not from the image host with 422', async () => {
  const json = { img: `${app.config.publicUrl}/images/unknown` };
  expect((await add(await app.register(), json)).status).toBe(422);
});

test("rejects a line break in a photo's title with 422", async () => {
  const member = await app.register();
  const added = await add(member, { img: await upload(member), title: 'Donors\nhttps://evil.example' });
  expect(added).toMatchObject({ status: 422, body: { error: { fields: { title: expect.any(String) } } } });
});

test('[API-04] requires a token to add a photo', async () => {
  expect((await app.send('POST', '/api/photo', { json: { img: 'x' } })).status).toBe(401);
});

test("deletes a member's own photo with its picture; responds 404 for another member's", async () => {
  const [owner, stranger] = [await app.register(), await app.register()];
  const img = await upload(owner);
  const { insertedId } = (await add(owner, { img })).body;
  const remove = async (token?: string) =>
    (await app.send('DELETE', `/api/photo/${insertedId}`, { token })).status;
  expect(await remove()).toBe(401);
  expect(await remove(stranger.token)).toBe(404);
  expect(await remove(owner.token)).toBe(204);
  expect(await remove(owner.token)).toBe(404);
  await app.runJob('deliver-messages');
  expect((await app.send('GET', img.replace(app.config.publicUrl, ''))).status).toBe(404);
});

test('[API-03] shows earlier photos with the new PUBLIC_URL, and deletes them with their picture', async () => {
  const dataDir = temporaryFolder();
  let img: string;
  let owner: Member;
  {
    await using before = await createTestApp({ DATA_DIR: dataDir });
    owner = await before.register();
    img = await uploadPicture(before, owner);
    const request = { json: { img }, token: owner.token };
    expect((await before.send('POST', '/api/photo', request)).status).toBe(200);
  }
  await using moved = await createTestApp({ DATA_DIR: dataDir, PUBLIC_URL: 'https://blood.test' });
  const [photo] = await list('', moved);
  const { pathname } = new URL(img);
  expect(photo?.img).toBe(`https://blood.test${pathname}`);
  const picture = async () => (await moved.send('GET', pathname)).status;
  expect(await picture()).toBe(200);

  const { token } = await moved.signIn(owner.email);
  expect((await moved.send('POST', '/api/photo', { json: { img }, token })).status).toBe(422);
  const deletion = await moved.send('DELETE', `/api/photo/${photo?._id}`, { token });
  expect(deletion.status).toBe(204);
  await moved.runJob('deliver-messages');
  expect(await picture()).toBe(404);
});

const report = async (id: string, token?: string) =>
  (await app.send('POST', `/api/photo/${id}/report`, { token })).status;

test('accepts a report of a member', async () => {
  const [owner, other] = [await app.register(), await app.register()];
  const { insertedId } = (await add(owner, { img: await upload(owner) })).body;
  expect(await report(insertedId)).toBe(401);
  expect(await report(insertedId, other.token)).toBe(204);
  expect(await report('unknown', other.token)).toBe(404);
});

test('[API-03] hides a photo after three reports from all but its owner, who sees that and can delete it', async () => {
  const [owner, ...others] = await app.registerReporters(4);
  if (!owner) throw new Error('no member');
  const img = await upload(owner);
  const [visible, hidden] = [await add(owner, { img: await upload(owner) }), await add(owner, { img })];
  const id = hidden.body.insertedId;
  for (const { token } of others) expect(await report(id, token)).toBe(204);
  expect((await list()).map(({ _id }) => _id)).not.toContain(id);
  expect((await list('?limit=200')).map(({ _id }) => _id)).not.toContain(id);

  const own = (by?: Member) => app.callApi(by, 'GET', '/user/photos');
  expect((await own()).status).toBe(401);
  expect(await own(owner)).toMatchObject({
    status: 200,
    body: {
      own: [
        { _id: id, img, title: expect.stringMatching(/\w/), hidden: true },
        { _id: visible.body.insertedId, hidden: false },
      ],
      reported: [],
    },
  });
  expect((await own(others[0])).body).toEqual({ own: [], reported: [id] });
  const exported = async (by?: Member) => (await app.callApi(by, 'GET', '/user/export')).body;
  expect(await exported(owner)).toMatchObject({
    photos: [
      { _id: id, img, hidden: true },
      { _id: visible.body.insertedId, hidden: false },
    ],
    reportedPhotos: [],
  });
  expect(JSON.stringify(await exported(owner))).not.toContain(others[0]?.userId);
  expect(await exported(others[0])).toMatchObject({ photos: [], reportedPhotos: [id] });

  expect((await app.send('DELETE', `/api/photo/${id}`, { token: owner.token })).status).toBe(204);
  expect((await own(others[0])).body).toEqual({ own: [], reported: [] });
});

test('limits reports and photos per day, with Retry-After', async () => {
  await using small = await createTestApp({ RATE_LIMIT_SCALE: '0.02' });
  const [owner, other] = [await small.register(), await small.register()];
  const post = (path: string, { token }: Member, json?: unknown) => small.send('POST', path, { json, token });
  const imgs = [await uploadPicture(small, owner), await uploadPicture(small, owner)];
  const responses = [];
  for (let n = 0; n < 5; n++) responses.push(await post('/api/photo', owner, { img: imgs[n % 2] }));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  const ids = (await list('', small)).map(({ _id }) => _id);
  const [first, second] = [
    await post(`/api/photo/${ids[0]}/report`, other),
    await post(`/api/photo/${ids[1]}/report`, other),
  ];
  expect([first.status, second.status]).toEqual([204, 429]);
  for (const limited of [responses.at(-1), second])
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(80_000);
});
