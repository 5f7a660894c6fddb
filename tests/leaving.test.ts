import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from './house.ts';
import { runToEnd } from './process.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

test('an identity token from before the farewell brings no user back', async () => {
  const member = await house.register();
  expect((await house.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
  const again = await house.send('PUT', '/api/user', {
    json: { email: member.email },
    token: member.idToken,
  });
  expect(again.status).toBe(403);
});

test('a mail that was written as a file goes after 30 days', async () => {
  await using later = await openTestHouse();
  const { email } = await later.register();
  const key = later.publicConfig.identity.apiKey;
  const json = { requestType: 'PASSWORD_RESET', email };
  await later.send('POST', `/identity/v1/accounts:sendOobCode?key=${key}`, { json });
  await later.runJob('outbox');
  for (const left of [1, 1, 0]) {
    await later.runJob('remove old messages');
    expect(later.mails()).toHaveLength(left);
    later.time.ahead += 20 * 86_400_000;
  }
});

test('who is locked out by the operator is out at once, and comes back by signing in anew', async () => {
  const member = await house.register();
  const operate = (what: string) =>
    runToEnd('operate.ts', ['identity', what, member.email], { DATA_DIR: house.dataDir });
  const list = async (token: string) =>
    (await house.send('GET', `/api/appointments?email=${member.email}`, { token })).status;
  expect(await list(member.token)).toBe(200);

  expect(await operate('disable')).toMatchObject({ code: 0 });
  expect(await list(member.token)).toBe(403);
  const exchange = { json: { email: member.email }, token: member.idToken };
  expect((await house.send('PUT', '/api/user', exchange)).status).toBe(403);

  expect(await operate('enable')).toMatchObject({ code: 0 });
  expect((await house.send('PUT', '/api/user', exchange)).status).toBe(403);
  house.time.ahead += 1000;
  expect(await list((await house.signIn(member.email)).token)).toBe(200);
  house.time.ahead -= 1000;
});
