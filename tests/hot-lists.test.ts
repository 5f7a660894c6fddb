import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '#platform/http/listen.ts';
import { freePort } from '#platform/testing/ports.ts';
import { addAppointment, openTestHouse, type TestHouse, uploadPicture } from './house.ts';
import { runToEnd } from './process.ts';

let house: TestHouse;
let listening: Listening;
beforeAll(async () => {
  house = await openTestHouse();
  listening = await listen({ host: '127.0.0.1', port: await freePort() });
  listening.serve(house.app, house.hot);
});
afterAll(async () => {
  await listening.close();
  await house[Symbol.asyncDispose]();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${listening.address}/api${path}`, { headers });
const ids = async (path = '/photo?limit=24') =>
  ((await (await ask(path)).json()) as { _id: string }[]).map(({ _id }) => _id);
const asAMember = (token: string, method: string, path: string, json?: object) =>
  fetch(`${listening.address}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });

test('[API-03] whoever adds or deletes a photo sees that at once, however many have just asked', async () => {
  const member = await house.register();
  const { token } = member;
  const img = await uploadPicture(house, member);
  for (let n = 0; n < 2; n += 1) expect(await ids()).toEqual([]);
  const added = await asAMember(token, 'POST', '/photo', { img, title: 'Donors' });
  const { insertedId } = (await added.json()) as { insertedId: string };
  for (const path of ['/photo', '/photo?limit=24']) expect(await ids(path)).toEqual([insertedId]);
  expect((await asAMember(token, 'DELETE', `/photo/${insertedId}`)).status).toBe(204);
  for (const path of ['/photo', '/photo?limit=24']) expect(await ids(path)).toEqual([]);
});

test('a query string that nobody reads does not lead past the cache, which is not counted as calls', async () => {
  await using strict = await openTestHouse({ RATE_LIMIT_SCALE: '0.01' });
  const own = await listen({ host: '127.0.0.1', port: await freePort() });
  own.serve(strict.app, strict.hot);
  const statusOf = async (path: string) => {
    const response = await fetch(`${own.address}${path}`);
    await response.arrayBuffer();
    return response.status;
  };
  const statuses = [];
  for (let n = 0; n < 150; n += 1) statuses.push(await statusOf(`/api/photo?visit=${n}`));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await own.close();
});

test('photos that went with an account are gone at once', async () => {
  const member = await house.register();
  const { token } = member;
  const img = await uploadPicture(house, member);
  await asAMember(token, 'POST', '/photo', { img });
  expect(await ids()).toHaveLength(1);
  expect((await asAMember(token, 'DELETE', '/user')).status).toBeLessThan(300);
  expect(await ids()).toEqual([]);
});

test('a token that is good for nothing changes nothing, hot or not', async () => {
  for (let n = 0; n < 3; n += 1) {
    const answer = await ask('/reviews', { Authorization: 'Bearer nonsense' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toMatch(/\w/);
  }
});

test('an opinion that the command publishes is seen soon, one that is withdrawn is gone at once', async () => {
  const member = await house.register();
  await addAppointment(house, member, { publishAs: 'first' });
  const [opinion] = (await (await asAMember(member.token, 'GET', '/opinions')).json()) as { _id: string }[];
  const id = opinion?._id ?? '';
  expect(await ids('/reviews')).toEqual([]);
  await runToEnd('operate.ts', ['opinions', 'publish', id], { DATA_DIR: house.dataDir });
  await expect.poll(() => ids('/reviews')).toEqual([id]);
  expect((await asAMember(member.token, 'DELETE', `/opinions/${id}`)).status).toBe(204);
  expect(await ids('/reviews')).toEqual([]);
});
