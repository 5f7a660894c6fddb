import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, minutes } from '#platform/time.ts';
import { runToEnd } from './process.ts';
import { createTestApp, type Member, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const runCli = (...words: string[]) => runToEnd('cli/main.ts', words, { DATA_DIR: app.dataDir });
const rolesOf = async ({ token }: Member) => {
  const response = await app.send('GET', '/api/staff/me', { token });
  return response.status === 200 ? (await response.json()).roles : response.status;
};
const accessLogOf = async ({ token }: Member) =>
  (await (await app.send('GET', '/api/user/access-log', { token })).json()) as object[];

/** Runs a statement on the site's database, as a person with access to its machine could. */
function change(statement: string): void {
  using database = app.openSqlite();
  expect(database.prepare(statement).run().changes).toBe(1);
}

test('a role is granted and revoked by the command line; its holder sees both in the access log', async () => {
  const person = await app.registerConfirmed();
  expect(await rolesOf(person)).toBe(404);
  expect(await accessLogOf(person)).toEqual([]);

  expect(await runCli('staff', 'grant', person.email.toUpperCase(), 'moderator')).toMatchObject({
    code: 0,
    output: expect.stringContaining('moderator granted.'),
  });
  expect(await runCli('staff', 'grant', person.email, 'owner')).toMatchObject({ code: 0 });
  expect(await runCli('staff', 'grant', person.email, 'owner')).toMatchObject({
    output: expect.stringContaining('already granted'),
  });
  expect(await rolesOf(person)).toEqual([{ role: 'moderator' }, { role: 'owner' }]);
  expect((await runCli('staff', 'list')).output).toContain(`${person.email}  owner`);

  expect(await runCli('staff', 'revoke', person.email, 'owner')).toMatchObject({
    code: 0,
    output: expect.stringContaining('The site has no owner now'),
  });
  expect(await runCli('staff', 'revoke', person.email, 'owner')).toMatchObject({ code: 1 });
  expect(await rolesOf(person)).toBe(409);
  const again = await app.signIn(person.email);
  expect(await rolesOf(again)).toEqual([{ role: 'moderator' }]);
  // The claim `staff` makes the menu show the staff pages.
  expect([person, again].map(({ token }) => decodeJwt(token).staff)).toEqual([undefined, true]);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(await accessLogOf(person)).toEqual([
    { at, role: 'operator', action: 'revoke owner' },
    { at, role: 'operator', action: 'grant owner' },
    { at, role: 'operator', action: 'grant moderator' },
  ]);
  const { accessLog } = await (await app.send('GET', '/api/user/export', { token: person.token })).json();
  expect(accessLog).toHaveLength(3);
  expect(await accessLogOf(await app.register())).toEqual([]);
});

test('a role needs an account with a confirmed address, and a known role', async () => {
  const { email } = await app.register();
  for (const [words, message] of [
    [['grant', email, 'owner'], 'is not confirmed yet'],
    [['grant', 'nobody@example.org', 'owner'], 'There is no account nobody@example.org'],
    [['grant', email, 'king'], 'There is no role king; use owner, coordinator, door, moderator, editor'],
  ] as const)
    expect(await runCli('staff', ...words)).toMatchObject({
      code: 1,
      output: expect.stringContaining(message),
    });
});

test('a role is for a center that exists', async () => {
  const person = await app.registerConfirmed();
  const grant = (...center: string[]) => runCli('staff', 'grant', person.email, 'door', ...center);
  expect(await grant('gone')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no center gone'),
  });
  expect(await rolesOf(person)).toBe(404);
  change(
    `insert into centers (id, name, name_key, address, time_zone, version, changed_at) values ('road-2', 'Road 2', 'road 2', 'Dhaka', 'UTC', 1, 0)`,
  );
  expect((await grant('gone')).output).toContain('road-2  Road 2');
  const withoutCenter = await grant();
  expect(withoutCenter.code).toBe(1);
  expect(withoutCenter.output).toContain('The role door needs a center. The centers are:\n  road-2  Road 2');
  expect(await rolesOf(person)).toBe(404);
  expect(await grant('ROAD 2')).toMatchObject({ code: 0 });
  expect(await rolesOf(person)).toEqual([{ role: 'door', centerId: 'road-2' }]);

  // An earlier version granted such roles without a center.
  change(`update staff_roles set center_id = '' where role = 'door'`);
  expect(await runCli('staff', 'revoke', person.email, 'door')).toMatchObject({ code: 0 });
  expect((await runCli('staff', 'list')).output).not.toContain('door');
});

test("the link on the terminal confirms the owner's address, and no other; the shift names the browser", async () => {
  await using site = await createTestApp();
  const [owner, other] = [await site.register(), await site.register()];
  const token = new URL((await site.ownerLink()) ?? '').hash.slice(1);
  const print = () => runToEnd('cli/main.ts', ['owner-link'], { DATA_DIR: site.dataDir });
  expect((await print()).output).toMatch(new RegExp(`/staff/join#${token}\\n$`));
  const join = (person: Member) =>
    site.send('POST', '/api/staff/join', { token: person.token, json: { token } });
  const isConfirmed = async ({ idToken }: Member) =>
    (await (await site.callIdentity('lookup', { idToken })).json()).users[0].emailVerified;
  expect([(await join(owner)).status, (await join(other)).status]).toEqual([200, 404]);
  expect([await isConfirmed(owner), await isConfirmed(other)]).toEqual([true, false]);

  expect((await print()).output).toContain('The site has an owner.');
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const shifts = await site.send('GET', '/api/staff/shifts', { token: owner.token, headers });
  expect(await shifts.json()).toMatchObject([{ email: owner.email, device: 'Firefox on Linux' }]);
});

/**
 * Signs in a member with a role. `renew` refreshes the session. `continueByLink` continues it with an emailed
 * link.
 */
async function startWork() {
  const { email, userId } = await app.registerConfirmed();
  const account = { email, password: 'correct horse', returnSecureToken: true };
  let tokens = await (await app.callIdentity('signInWithPassword', account)).json();
  app.giveRole({ email, userId, idToken: '', token: '' }, 'moderator');
  const keep = async (response: Response) => {
    const body = await response.json();
    if (response.status !== 200) return body.error.message;
    tokens = body;
    return 'done';
  };
  return {
    email,
    /** Returns when the shift ends, or why there is none. */
    async shift() {
      const { token } = await app.exchange(email, tokens.idToken);
      return this.shiftWith(token);
    },
    token: async () => (await app.exchange(email, tokens.idToken)).token,
    async shiftWith(token: string) {
      const { status, body } = await app.callApi({ token }, 'GET', '/staff/me');
      return status === 200 ? body.shiftEndsAt : body.error.code;
    },
    async renew() {
      const json = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken };
      const path = `/identity/v1/token?key=${app.publicConfig.identity.apiKey}`;
      const response = await app.send('POST', path, { json });
      const body = await response.json();
      if (response.status !== 200) return body.error.message;
      tokens = { idToken: body.id_token, refreshToken: body.refresh_token };
      return 'done';
    },
    async continueByLink() {
      const continueUrl = `${app.config.publicUrl}/login`;
      await app.callIdentity('sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl });
      await app.runJob('deliver-messages');
      const link = app.emailsTo(email).findLast((text) => text.includes('mode=signIn'));
      const oobCode = /oobCode=([\w-]+)/.exec(link ?? '')?.[1];
      return keep(await app.callIdentity('signInWithEmailLink', { email, oobCode, idToken: tokens.idToken }));
    },
    setPassword: async () => keep(await app.callIdentity('update', { ...account, idToken: tokens.idToken })),
  };
}

test('a shift that was ended starts again only after a new sign-in; the identity session ends with it', async () => {
  const owner = await app.registerConfirmed();
  app.giveRole(owner, 'owner');
  const worker = await startWork();
  const endsAt = await worker.shift();
  const shifts = async () =>
    (await app.callApi(owner, 'GET', '/staff/shifts')).body.filter(
      ({ email }: Member) => email === worker.email,
    );
  // Continuing the session is the same sign-in, so it is the same shift.
  expect(await worker.continueByLink()).toBe('done');
  expect(await worker.shift()).toBe(endsAt);
  expect(await worker.setPassword()).toBe('done');
  expect(await worker.shift()).toBe(endsAt);
  expect(await shifts()).toHaveLength(1);

  const [{ _id: id }] = await shifts();
  const token = await worker.token();
  expect(await app.callApi(owner, 'DELETE', `/staff/shifts/${id}`)).toMatchObject({ status: 204 });
  expect(await worker.shiftWith(token)).toBe('shift-ended');
  expect(await worker.continueByLink()).toBe('TOKEN_EXPIRED');
  expect(await worker.setPassword()).toBe('TOKEN_EXPIRED');
  expect(await worker.renew()).toBe('TOKEN_EXPIRED');
  await expect(worker.token()).rejects.toThrow('403');
  expect(await worker.shiftWith((await app.signIn(worker.email)).token)).toMatch(/^\d{4}-/);
});

test('a shift lasts 12 hours, although its session continues; a sign-in of 13 hours ago starts none', async () => {
  const [worker, late] = [await startWork(), await startWork()];
  const before = Date.now();
  const endsAt = await worker.shift();
  expect(Date.parse(endsAt)).toBeGreaterThanOrEqual(before + hours(12));
  expect(Date.parse(endsAt)).toBeLessThanOrEqual(Date.now() + hours(12));
  app.time.offsetMs = Date.parse(endsAt) - Date.now() - minutes(1);
  expect(await worker.renew()).toBe('done');
  expect(await worker.continueByLink()).toBe('done');
  expect(await worker.shift()).toBe(endsAt);
  app.time.offsetMs += minutes(1);
  expect(await worker.renew()).toBe('done');
  expect(await worker.shift()).toBe('shift-ended');
  app.time.offsetMs = hours(13);
  expect(await late.renew()).toBe('done');
  expect(await late.shift()).toBe('shift-ended');
  app.time.offsetMs = 0;
});

test('an owner is invited by the command line, with and without an email server', async () => {
  const environments: Record<string, string>[] = [{}, { SMTP_URL: 'smtp://localhost:1' }];
  for (const environment of environments) {
    const email = `owner-${crypto.randomUUID()}@example.org`;
    const invite = (address: string) =>
      runToEnd('cli/main.ts', ['staff', 'invite', address], { DATA_DIR: app.dataDir, ...environment });
    expect(await invite('nobody')).toMatchObject({ code: 1 });
    const { code, output } = await invite(email);
    expect([code, output.includes('/staff/join')]).toEqual([0, !('SMTP_URL' in environment)]);
    await app.runJob('deliver-messages');
    expect(app.emails().filter((raw) => raw.includes(`To: ${email}`))).toEqual([
      expect.stringContaining('/staff/join'),
    ]);
    const { token } = await app.registerConfirmed(email);
    const joined = await app.send('POST', '/api/staff/join', { token, json: {} });
    expect(await joined.json()).toEqual({ roles: [{ role: 'owner' }] });
  }
});

test('log verify counts the rows, and names the first broken one', async () => {
  const person = await app.registerConfirmed();
  await runCli('staff', 'grant', person.email, 'owner');
  await runCli('staff', 'grant', person.email, 'moderator');
  const { output } = await runCli('log', 'verify');
  const file = join(app.dataDir, 'heads.txt');
  writeFileSync(file, output);
  expect(await runCli('log', 'verify', file)).toMatchObject({ code: 0 });
  expect(await runCli('log', 'verify', join(app.dataDir, 'none'))).toMatchObject({ code: 1 });
  expect((await runCli('log', 'verify')).output).toMatch(/The log is whole: \d+ rows\./);
  change(`update staff_log set content = replace(content, 'grant', 'Grant') where seq = 1`);
  expect(await runCli('log', 'verify')).toMatchObject({
    code: 1,
    output: expect.stringContaining('row 1 is changed'),
  });
  change('delete from staff_log_head');
  expect(await runCli('staff', 'revoke', person.email, 'owner')).toEqual({
    code: 1,
    output: 'The log is broken, so nothing was changed. An owner can verify it on the page Log.\n',
  });
});
