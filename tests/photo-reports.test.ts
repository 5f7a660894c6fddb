import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Member, openTestHouse, type TestHouse, uploadPicture } from './house.ts';
import { photoCalls } from './photo-calls.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const { upload, add, list } = photoCalls(() => house);

const report = async (id: string, token?: string) =>
  (await house.send('POST', `/api/photo/${id}/report`, { token })).status;

test('a photo can be reported by a member, as often as they like; their own to no effect', async () => {
  const [owner, other] = [await house.register(), await house.register()];
  const { insertedId } = (await add(owner, { img: await upload(owner) })).body;
  expect(await report(insertedId)).toBe(401);
  expect(await report(insertedId, other.token)).toBe(204);
  expect(await report(insertedId, other.token)).toBe(204);
  for (let n = 0; n < 3; n++) expect(await report(insertedId, owner.token)).toBe(204);
  expect(await report('unknown', other.token)).toBe(404);
  expect((await list()).map(({ _id }) => _id)).toContain(insertedId);
});

test('[API-03] three reports hide a photo from everybody but its owner, who sees that it is hidden and may delete it', async () => {
  const [owner, ...others] = await house.registerReporters(4);
  if (!owner) throw new Error('nobody');
  const img = await upload(owner);
  const [kept, hidden] = [await add(owner, { img: await upload(owner) }), await add(owner, { img })];
  const id = hidden.body.insertedId;
  for (const { token } of others) expect(await report(id, token)).toBe(204);
  expect((await list()).map(({ _id }) => _id)).not.toContain(id);
  expect((await list('?limit=200')).map(({ _id }) => _id)).not.toContain(id);

  const own = async (token?: string) => {
    const answer = await house.send('GET', '/api/user/photos', { token });
    return { status: answer.status, body: await answer.json() };
  };
  expect((await own()).status).toBe(401);
  expect(await own(owner.token)).toMatchObject({
    status: 200,
    body: {
      own: [
        { _id: id, img, title: expect.stringMatching(/\w/), hidden: true },
        { _id: kept.body.insertedId, hidden: false },
      ],
      reported: [],
    },
  });
  expect((await own(others[0]?.token)).body).toEqual({ own: [], reported: [id] });
  const exported = async (token?: string) => (await house.send('GET', '/api/user/export', { token })).json();
  expect(await exported(owner.token)).toMatchObject({
    photos: [
      { _id: id, img, hidden: true },
      { _id: kept.body.insertedId, hidden: false },
    ],
    reportedPhotos: [],
  });
  expect(JSON.stringify(await exported(owner.token))).not.toContain(others[0]?.userId);
  expect(await exported(others[0]?.token)).toMatchObject({ photos: [], reportedPhotos: [id] });

  expect((await house.send('DELETE', `/api/photo/${id}`, { token: owner.token })).status).toBe(204);
  expect((await own(others[0]?.token)).body).toEqual({ own: [], reported: [] });
});

test('who reports or adds too much in a day is told when to come back', async () => {
  await using small = await openTestHouse({ RATE_LIMIT_SCALE: '0.02' });
  const [owner, other] = [await small.register(), await small.register()];
  const post = (path: string, { token }: Member, json?: unknown) => small.send('POST', path, { json, token });
  const imgs = [await uploadPicture(small, owner), await uploadPicture(small, owner)];
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await post('/api/photo', owner, { img: imgs[n % 2] }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  const ids = ((await (await small.send('GET', '/api/photo')).json()) as { _id: string }[]).map((p) => p._id);
  const [first, second] = [
    await post(`/api/photo/${ids[0]}/report`, other),
    await post(`/api/photo/${ids[1]}/report`, other),
  ];
  expect([first.status, second.status]).toEqual([204, 429]);
  for (const refused of [answers.at(-1), second])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(80_000);
});
