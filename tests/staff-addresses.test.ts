import { afterAll, beforeAll, expect, test } from 'vitest';
import { utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import { runToEnd } from './process.ts';
import { addAppointment, createTestApp, daysFromNow, type Member, type TestApp } from './test-app.ts';

let app: TestApp;
let owner: Member;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.registerConfirmed();
  app.giveRole(owner, 'owner');
});
afterAll(() => app[Symbol.asyncDispose]());

const runCli = (...words: string[]) => runToEnd('cli/main.ts', words, { DATA_DIR: app.dataDir });
const send = async (method: string, path: string, json?: object, by = owner) => {
  const { status, body } = await app.callApi(by, method, `/staff${path}`, json);
  return [status, body?.error?.code ?? body];
};
const statusOf = async (by: Member) => (await send('GET', '/me', undefined, by))[0];
const emailServer = { host: '127.0.0.1', port: 25, encryption: 'none', user: '', from: 'hello@example.org' };
const newAddress = () => `${crypto.randomUUID()}@example.org`;

/**
 * Registers a member and changes the address at the identity provider. The site has not seen the new address.
 */
async function registerMoved() {
  const before = await app.registerConfirmed();
  const email = newAddress();
  const changed = await app.callIdentity('update', {
    idToken: before.idToken,
    email,
    returnSecureToken: true,
  });
  const { idToken } = (await changed.json()) as { idToken: string };
  return { former: before.email, moved: { ...before, email, idToken } };
}

test('a role is removed from the account that owns the address now, in the pages and on the command line', async () => {
  const { former } = await registerMoved();
  const person = await app.registerConfirmed(former);
  const role = { email: former, role: 'moderator' };
  for (const remove of [
    async () => (await send('DELETE', '/members', role))[0] === 204,
    async () => (await runCli('staff', 'revoke', former, 'moderator')).code === 0,
  ]) {
    expect(await send('POST', '/members', role)).toEqual([200, { acknowledged: true, isInvited: false }]);
    expect(await statusOf(await app.signIn(former))).toBe(200);
    expect(await remove()).toBe(true);
    expect(await statusOf(person)).toBe(404);
  }
});

test('a role for an address goes to its owner, not to an account that had it before', async () => {
  const { former, moved } = await registerMoved();
  const role = { email: former, role: 'moderator' };
  expect(await send('POST', '/members', role)).toEqual([200, { acknowledged: true, isInvited: true }]);
  expect(await runCli('staff', 'grant', former, 'moderator')).toMatchObject({ code: 1 });
  const { status } = await app.send('POST', '/api/staff/join', { token: moved.token, json: {} });
  expect(status).not.toBe(200);
  const { token } = await app.exchange(moved.email, moved.idToken);
  expect(await statusOf({ ...moved, token })).toBe(404);
});

test('the list shows the current address; a role is removed by the id of its account', async () => {
  const { former, moved } = await registerMoved();
  app.giveRole(moved, 'moderator');
  const [, members] = await send('GET', '/members');
  expect(members).toContainEqual({
    userId: moved.userId,
    email: moved.email,
    role: 'moderator',
    centerIds: [],
    isInvited: false,
  });
  expect((await runCli('staff', 'list')).output).toContain(`${moved.email}  moderator`);
  expect(await send('DELETE', '/members', { email: former, role: 'moderator' })).toEqual([404, 'not-found']);
  expect((await send('DELETE', '/members', { role: 'moderator' }))[0]).toBe(422);
  const byId = { userId: moved.userId, role: 'moderator' };
  expect(await send('DELETE', '/members', byId)).toEqual([204, undefined]);
  expect(await send('DELETE', '/members', byId)).toEqual([404, 'not-found']);
  expect(await runCli('staff', 'grant', moved.userId, 'moderator')).toMatchObject({ code: 1 });
  app.giveRole(moved, 'moderator');
  expect(await runCli('staff', 'revoke', moved.userId, 'moderator')).toMatchObject({ code: 0 });
});

test('an address that was confirmed without a session counts everywhere', async () => {
  const member = await app.register();
  const center = { name: `Clinic ${member.userId}`, address: 'Road 1', timeZone: 'UTC' };
  const [, { insertedId: centerId }] = await send('POST', '/centers', center);
  const date = utcDay(Date.now() + days(2));
  const series = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: date, opens: '09:00', closes: '17:00', slots: 5 };
  expect((await send('POST', `/centers/${centerId}/series`, series))[0]).toBe(200);
  await addAppointment(app, member, {
    center: center.name,
    date: daysFromNow(2),
    opinion: 'Kind people.',
    publishAs: 'first',
  });
  const closing = { date };
  const preview = async () => (await send('POST', `/centers/${centerId}/closings?preview=true`, closing))[1];
  const waiting = async () =>
    ((await send('GET', '/moderation'))[1] as { review?: { text: string } }[]).filter(({ review }) => review)
      .length;
  const setEmailServer = () => send('PUT', '/settings/email', emailServer);
  const removeEmailServer = () => send('DELETE', '/settings/email');
  await setEmailServer();
  expect(await preview()).toMatchObject({ notified: 1, toCall: 1 });
  await removeEmailServer();
  expect(await waiting()).toBe(0);
  await app.confirmAddress(member);
  expect(await preview(), 'without an email server').toMatchObject({ notified: 1, toCall: 1 });
  await setEmailServer();
  expect(await preview()).toMatchObject({ notified: 1, toCall: 0 });
  expect(await waiting()).toBe(1);
  const message = await send('POST', `/centers/${centerId}/donor-messages`, {
    date,
    message: 'Bring a pen.',
  });
  expect(message).toMatchObject([200, { emailed: 1, toCall: [] }]);
  await removeEmailServer();
  expect(await runCli('staff', 'grant', member.email, 'moderator')).toMatchObject({ code: 0 });
  expect((await runCli('reviews')).output).toContain('Kind people.');
});
