import { expect, test } from 'vitest';
import { unresolvableHost } from '#platform/testing/bad-server.ts';
import { startEmailServer } from '#platform/testing/email-server.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readConfig } from '../app/config/config.ts';
import { version } from '../app/version.ts';
import { rotateSiteSecrets } from '../cli/rotate-secrets.ts';
import { createTestApp, type Member, type TestApp } from './test-app.ts';

const startServer = (options = {}) =>
  startEmailServer({ account: { user: 'site', password: 'p@ss word' }, ...options });

/** Registers an owner who signed in with a second factor. */
async function registerOwner(app: TestApp): Promise<Member> {
  const owner = await app.registerConfirmed();
  app.giveRole(owner, 'owner');
  return owner;
}

function api(app: TestApp, by: Member) {
  const send = (method: string, path: string, json?: object) =>
    app.callApi(by, method, `/staff${path}`, json);
  const read = async (path: string) => (await send('GET', path)).body;
  return {
    send,
    set: (server: object) => send('PUT', '/settings/email', server),
    settings: () => read('/settings'),
    checklist: () => read('/checklist'),
    test: async () => (await send('POST', '/settings/email/test', {})).body.outcome,
    actions: async () => ((await read('/log')) as { action: string }[]).map(({ action }) => action),
  };
}

const serverAt = (port: number, changes: object = {}) => ({
  host: '127.0.0.1',
  port,
  encryption: 'none',
  user: 'site',
  password: 'p@ss word',
  from: 'hello@buddies.example',
  ...changes,
});

test("an owner's email server is used immediately, even for sign-in; its password stays secret", async () => {
  const lines: string[] = [];
  await using app = await createTestApp({}, testLog({ onLine: (line) => void lines.push(line) }));
  await using server = await startServer();
  const owner = await registerOwner(app);
  const { set, settings, checklist, test: sendTest, actions } = api(app, owner);
  expect(await settings()).toEqual({
    address: 'http://localhost:3000',
    version,
    email: { source: 'files', hasPassword: false },
    cards: 'sandbox',
    images: 'built-in',
    identity: 'built-in',
    database: 'sqlite',
  });
  expect(await sendTest()).toBe('not-set-up');
  expect((await set(serverAt(server.port))).status).toBe(204);
  expect(await checklist()).toEqual({
    email: { source: 'page', isTested: false },
    hasCenter: false,
    hasColleague: false,
    published: [],
  });

  expect(await sendTest()).toBe('sent');
  expect(server.received.flatMap(({ to }) => to)).toEqual([owner.email]);
  expect(server.received[0]?.content).toMatch(/^From: Blood Buddies <hello@buddies\.example>\r$/m);
  expect(await checklist()).toEqual({
    email: { source: 'page', isTested: true },
    hasCenter: false,
    hasColleague: false,
    published: [],
  });
  const { password: _, ...shown } = serverAt(server.port);
  const { email } = await settings();
  expect(email).toEqual({ source: 'page', server: shown, hasPassword: true, testedAt: expect.any(String) });

  await app.callIdentity('sendOobCode', { requestType: 'PASSWORD_RESET', email: owner.email });
  await app.runJob('deliver-messages');
  expect(server.received).toHaveLength(2);
  expect(server.received[1]?.content).toContain('mode=3DresetPassword');

  expect(await actions()).toEqual(['test email server', 'set email server']);
  using database = app.openSqlite();
  const stored = JSON.stringify(database.prepare('select * from site_settings').all());
  for (const text of [stored, ...lines, JSON.stringify(email)]) expect(text).not.toContain('p@ss');
});

test('a wrong setting loses no email; the right one immediately sends those that waited', async () => {
  await using app = await createTestApp();
  await using server = await startServer();
  const owner = await registerOwner(app);
  const { set, test: sendTest } = api(app, owner);
  expect((await set(serverAt(server.port, { password: 'wrong' }))).status).toBe(204);
  await app.callIdentity('sendOobCode', { requestType: 'PASSWORD_RESET', email: owner.email });
  await app.runJob('deliver-messages');
  expect(await sendTest()).toBe('wrong-password');
  expect((await set(serverAt(server.port, { user: undefined, password: undefined }))).status).toBe(204);
  await app.runJob('deliver-messages');
  expect(await sendTest()).toBe('wrong-password');
  expect(server.received).toEqual([]);
  expect((await set(serverAt(server.port))).status).toBe(204);
  await app.runJob('deliver-messages');
  expect(server.received.flatMap(({ to }) => to)).toEqual([owner.email]);
});

test('the outcome of a test email says only what to correct', async () => {
  await using app = await createTestApp();
  await using server = await startServer();
  await using encrypted = await startServer({ secure: true });
  const { set, test: sendTest } = api(app, await registerOwner(app));
  const cases: [outcome: string, server: object][] = [
    ['connection-refused', serverAt(await freePort())],
    ['host-not-found', serverAt(25, { host: unresolvableHost })],
    ['wrong-password', serverAt(server.port, { password: 'wrong' })],
    ['certificate', serverAt(encrypted.port, { encryption: 'tls' })],
    ['encryption', serverAt(server.port, { encryption: 'tls' })],
    ['encryption', serverAt(server.port, { encryption: 'starttls' })],
  ];
  for (const [outcome, settings] of cases) {
    expect((await set(settings)).status).toBe(204);
    expect(await sendTest()).toBe(outcome);
  }
  expect(server.received).toEqual([]);
});

test('the stored password goes to no other server or account', async () => {
  await using app = await createTestApp();
  await using server = await startServer();
  const { set, settings, test: sendTest } = api(app, await registerOwner(app));
  await set(serverAt(server.port));
  expect(await sendTest()).toBe('sent');
  expect(
    (await set(serverAt(server.port, { password: undefined, from: 'new@buddies.example' }))).status,
  ).toBe(204);
  const { email } = await settings();
  expect(email).toMatchObject({ hasPassword: true, server: { from: 'new@buddies.example' } });
  expect(email.testedAt).toBeUndefined();
  expect(await sendTest()).toBe('sent');
  for (const change of [{ host: 'localhost' }, { port: 26 }, { user: 'other' }, { encryption: 'tls' }]) {
    const { status, body } = await set(serverAt(server.port, { password: undefined, ...change }));
    expect(status).toBe(422);
    expect(body.error.fields).toEqual({ password: 'Enter the password of this account' });
  }
});

test('invalid settings change nothing', async () => {
  await using app = await createTestApp();
  const { set, send, settings, actions } = api(app, await registerOwner(app));
  for (const [field, value] of [
    ['host', 'https://mail.example.org'],
    ['host', 'mail.example.org\r\nMAIL FROM:<x>'],
    ['host', 'user:secret@mail.example.org'],
    ['host', '::::'],
    ['host', '-'],
    ['host', '..'],
    ['host', '0'],
    ['host', 'mail.-x.org'],
    ['host', ''],
    ['port', 0],
    ['port', 70_000],
    ['port', '25'],
    ['encryption', 'ssl'],
    ['user', 'a\r\nb'],
    ['password', 'a\nb'],
    ['from', 'hello@buddies.example\r\nBcc: x@example.org'],
    ['from', 'Hello <hello@buddies.example>'],
    ['from', 'hello'],
  ] as const) {
    const { status, body } = await set(serverAt(25, { [field]: value }));
    expect([value, status, Object.keys(body.error.fields)]).toEqual([value, 422, [field]]);
  }
  expect((await send('DELETE', '/settings/email')).status).toBe(404);
  expect((await settings()).email).toEqual({ source: 'files', hasPassword: false });
  expect(await actions()).toEqual([]);
});

test('SMTP_URL wins and shows nothing secret; in production connections to other machines are encrypted', async () => {
  await using server = await startServer();
  const SMTP_URL = `smtp://site:${encodeURIComponent('p@ss word')}@127.0.0.1:${server.port}`;
  await using app = await createTestApp({ SMTP_URL });
  await using production = await createTestApp({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://buddies.example',
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  });
  // The address stays unconfirmed, because the confirmation email goes to the email server.
  const owner = await app.register();
  app.giveRole(owner, 'owner');
  const { set, send, settings, checklist, test: sendTest } = api(app, owner);
  expect((await settings()).email).toEqual({ source: 'environment', hasPassword: false });
  for (const response of [await set(serverAt(25)), await send('DELETE', '/settings/email')])
    expect(response).toMatchObject({ status: 409, body: { error: { code: 'email-set-by-operator' } } });
  expect(await sendTest()).toBe('sent');
  expect((await checklist()).email).toEqual({ source: 'environment', isTested: true });

  const inProduction = api(production, await registerOwner(production));
  const open = await inProduction.set(serverAt(25, { host: 'mail.example.org' }));
  expect([open.status, Object.keys(open.body.error.fields)]).toEqual([422, ['encryption']]);
  for (const changes of [{ host: '10.0.0.5' }, { host: 'mail.example.org', encryption: 'starttls' }])
    expect((await inProduction.set(serverAt(25, changes))).status).toBe(204);
});

test('the settings survive a restart and secrets rotate', async () => {
  const DATA_DIR = temporaryFolder();
  await using server = await startServer();
  const next = 'the key that follows the first';
  {
    await using app = await createTestApp({ DATA_DIR });
    await api(app, await registerOwner(app)).set(serverAt(server.port));
  }
  await rotateSiteSecrets(readConfig({ DATA_DIR, NEW_SECRET_KEY: next }));
  await using later = await createTestApp({ DATA_DIR, SECRET_KEY: next });
  await later.callIdentity('signUp', { email: 'rahima@example.org', password: 'correct horse' });
  await later.callIdentity('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'rahima@example.org' });
  await later.runJob('deliver-messages');
  expect(server.received.flatMap(({ to }) => to)).toEqual(['rahima@example.org']);
});
