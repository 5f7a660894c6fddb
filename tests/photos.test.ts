import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Member, openTestHouse, type TestHouse, uploadPicture } from './house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const upload = (member: Member): Promise<string> => uploadPicture(house, member);

const add = async (member: Member, json: unknown) => {
  const answer = await house.send('POST', '/api/photo', { json, token: member.token });
  return { status: answer.status, body: (await answer.json()) as { insertedId: string } };
};
const list = async (query = '') =>
  (await (await house.send('GET', `/api/photo${query}`)).json()) as Record<string, unknown>[];

test('[API-03] [API-04] an uploaded picture becomes a photo, newest first, with its size and placeholder', async () => {
  const member = await house.register();
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

test('[API-03] limit and after page through the list', async () => {
  const member = await house.register();
  for (let n = 0; n < 3; n++) await add(member, { img: await upload(member), title: `${n}` });
  const all = await list();
  const first = await list('?limit=2');
  expect(first).toEqual(all.slice(0, 2));
  expect(await list(`?limit=1&after=${first[1]?._id}`)).toEqual(all.slice(2, 3));
  expect((await house.send('GET', '/api/photo?limit=none')).status).toBe(422);
});

test.each([
  'https://elsewhere.example/a.jpg',
  'javascript:alert(1)',
  '',
  'HOST/images/unknown',
  'HOST/images/../api/photo',
])('[API-04] %s is not of the image host: 422', async (address) => {
  const member = await house.register();
  const img = address.replace('HOST', house.config.publicUrl);
  expect((await add(member, { img })).status).toBe(422);
});

test('[API-04] nobody adds a photo without a token', async () => {
  expect((await house.send('POST', '/api/photo', { json: { img: 'x' } })).status).toBe(401);
});

test("one's own photo can be deleted, and the picture goes with it; another's is 404", async () => {
  const [owner, stranger] = [await house.register(), await house.register()];
  const img = await upload(owner);
  const { insertedId } = (await add(owner, { img })).body;
  const remove = async (token?: string) =>
    (await house.send('DELETE', `/api/photo/${insertedId}`, { token })).status;
  expect(await remove()).toBe(401);
  expect(await remove(stranger.token)).toBe(404);
  expect(await remove(owner.token)).toBe(204);
  expect(await remove(owner.token)).toBe(404);
  await house.runJob('outbox');
  expect((await house.send('GET', img.replace(house.config.publicUrl, ''))).status).toBe(404);
});

test("deleting one's own copy of another's picture leaves the picture", async () => {
  const [owner, stranger] = [await house.register(), await house.register()];
  const img = await upload(owner);
  await add(owner, { img });
  const { insertedId } = (await add(stranger, { img })).body;
  await house.send('DELETE', `/api/photo/${insertedId}`, { token: stranger.token });
  await house.runJob('outbox');
  expect((await house.send('GET', img.replace(house.config.publicUrl, ''))).status).toBe(200);
});

test('a photo can be reported by a member, as often as they like', async () => {
  const [owner, other] = [await house.register(), await house.register()];
  const { insertedId } = (await add(owner, { img: await upload(owner) })).body;
  const report = async (id: string, token?: string) =>
    (await house.send('POST', `/api/photo/${id}/report`, { token })).status;
  expect(await report(insertedId)).toBe(401);
  expect(await report(insertedId, other.token)).toBe(204);
  expect(await report(insertedId, other.token)).toBe(204);
  expect(await report('unknown', other.token)).toBe(404);
});
