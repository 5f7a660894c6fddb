import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import type { Log } from '#platform/observability/log.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { googleIdToken } from '../testing/google-issuer.ts';
import { startOpenIdProvider } from '../testing/openid-provider.ts';
import { testWith } from '../testing/test-identity.ts';
import {
  extractState,
  flow,
  openSite,
  pages,
  publicUrl,
  readPageMessage,
  type Visitor,
} from '../testing/visitor.ts';
import { createStandaloneGooglePages } from './pages.ts';

const person = { sub: '21', email: 'rahima@example.com', email_verified: true, name: 'Rahima Khatun' };
const windowPage = `${pages}/start?flow=${flow}`;

/** A site with a real OpenID provider in place of Google, and a visitor of it. */
async function openWithProvider() {
  const openid = await startOpenIdProvider({ callbackUrl: `${pages}/callback`, person });
  const idp = await openSite({ google: openid.setting });
  return {
    ...idp,
    setting: openid.setting,
    browser: idp.visitor(),
    async [Symbol.asyncDispose]() {
      await idp[Symbol.asyncDispose]();
      await openid[Symbol.asyncDispose]();
    },
  };
}
const test = testWith(openWithProvider);

/** From the click to the address at which the provider's response comes back. */
async function visitProvider(visitor: Visitor, { start = windowPage, refuse = false } = {}): Promise<URL> {
  const begun = await visitor.send(start);
  expect(begun.status).toBe(303);
  const page = await visitor.follow(visitor.target(begun, publicUrl));
  const sent = await visitor.send(refuse ? `${page}?refuse` : page, {});
  return visitor.follow(visitor.target(sent, page));
}

test('[IDP-03] [IDP-13] a real OpenID provider: code, PKCE, nonce and state end in a token that signs in', async (idp) => {
  const begun = await idp.browser.send(windowPage);
  const asked = idp.browser.target(begun, publicUrl).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    redirect_uri: `${pages}/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    prompt: 'select_account',
  });
  expect(begun.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/);

  const callbackParams = await idp.browser.send(await visitProvider(idp.browser));
  expect(callbackParams.status).toBe(200);
  const { flow: told, answer } = await readPageMessage(callbackParams);
  expect(told).toBe(flow);
  expect(decodeJwt(answer.idToken)).toMatchObject({ iss: idp.setting.issuer, aud: 'the-client', ...person });

  const { idToken: id_token, nonce } = answer;
  const postBody = `&${new URLSearchParams({ id_token, nonce, providerId: 'google.com' })}`;
  const signedIn = await idp.ok('signInWithIdp', { requestUri: publicUrl, postBody });
  const { email, name: displayName } = person;
  expect(signedIn).toMatchObject({ isNewUser: true, email, emailVerified: true, displayName });
});

test('[IDP-13] what the provider refuses is told in its own word', async (idp) => {
  const denied = await idp.browser.send(await visitProvider(idp.browser, { refuse: true }));
  expect(await readPageMessage(denied)).toEqual({ flow, answer: { error: 'access_denied' } });
});

test('[IDP-13] a page that went itself comes back without a flow, and to no address of somebody else', async (idp) => {
  const elsewhere = 'return=https://evil.example&continueUrl=//evil.example&redirect_uri=//evil.example';
  const back = await visitProvider(idp.browser, { start: `${pages}/start?mode=redirect&${elsewhere}` });
  const page = await (await idp.browser.send(back)).text();
  expect(page).toContain("location.replace('/login')");
  expect(page).not.toContain('evil.example');
});

test('an answer is taken once, and by the browser that began alone', async (idp) => {
  const [victim, thief] = [idp.visitor(), idp.visitor()];
  const back = await visitProvider(victim);

  // Signing somebody in as the thief: the victim's browser is given the thief's answer.
  const foreign = await thief.send(back);
  expect(foreign.status).toBe(400);
  expect(await foreign.text()).toContain('cannot continue');

  const cookies = new Map(victim.jars.get('localhost:3000'));
  expect((await readPageMessage(await victim.send(back))).answer).toHaveProperty('idToken');
  expect((await victim.send(back)).status).toBe(400);
  // Nor with the cookie put back by hand.
  victim.jars.set('localhost:3000', cookies);
  expect((await victim.send(back)).status).toBe(400);
});

test('an answer that was changed, or that belongs to another state, gives no token', async (idp) => {
  for (const [name, value] of [
    ['code', 'another'],
    ['iss', 'https://evil.example'],
  ] as const) {
    const visitor = idp.visitor();
    const back = await visitProvider(visitor);
    back.searchParams.set(name, value);
    expect((await readPageMessage(await visitor.send(back))).answer, name).toEqual({ error: 'server_error' });
  }
  const back = await visitProvider(idp.browser);
  back.searchParams.set('state', 'another');
  expect((await idp.browser.send(back)).status).toBe(400);

  // The code of one attempt under the state of another: PKCE and nonce do not fit.
  const [one, other] = [await visitProvider(idp.browser), await visitProvider(idp.browser)];
  one.searchParams.set('code', other.searchParams.get('code') ?? '');
  expect((await readPageMessage(await idp.browser.send(one))).answer).toEqual({ error: 'server_error' });
});

test('an attempt is good for ten minutes, and with its own cookie', async (idp) => {
  const late = await visitProvider(idp.browser);
  idp.advanceClock(minutes(10));
  expect((await idp.browser.send(late)).status).toBe(400);
  const back = await visitProvider(idp.browser);
  const jar = idp.browser.jars.get('localhost:3000') ?? new Map();
  for (const [name, value] of jar) jar.set(name, `x${value}`);
  expect((await idp.browser.send(back)).status).toBe(400);
});

test('who opens window after window keeps the newest five attempts', async () => {
  await using idp = await openSite({ google: 'stand-in' });
  const visitor = idp.visitor();
  for (let times = 0; times < 8; times++) await visitor.send(windowPage);
  expect(visitor.jars.get('localhost:3000')?.size).toBe(5);
});

test('under https the cookie is of this host alone, and begins and ends an attempt', async () => {
  const secure = 'https://blood.example';
  await using idp = await openSite({ google: 'stand-in', publicUrl: secure });
  const visitor = idp.visitor();
  const begun = await visitor.send(windowPage.replace(publicUrl, secure));
  expect(begun.headers.getSetCookie().join()).toMatch(
    /^__Host-google-\w{16}=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const chosen = { state: extractState(await begun.text()), person: '0' };
  const callback = `${pages}/callback`.replace(publicUrl, secure);
  expect((await readPageMessage(await visitor.send(callback, chosen))).answer).toHaveProperty('idToken');
  expect(visitor.jars.get('blood.example')?.size).toBe(0);
});

test('[IDP-13] a provider that is away is told as such, and asked again at the next try', async () => {
  const openid = await startOpenIdProvider({ callbackUrl: `${pages}/callback`, person });
  await openid[Symbol.asyncDispose]();
  await using idp = await openSite({ google: openid.setting });
  const answer = await readPageMessage(await idp.visitor().send(windowPage));
  expect(answer).toEqual({ flow, answer: { error: 'temporarily_unavailable' } });
  const postBody = `id_token=${await googleIdToken({ sub: '1' })}&providerId=google.com`;
  expect(await idp.post('signInWithIdp', { requestUri: publicUrl, postBody })).toMatchObject({ status: 503 });
});

test('[IDP-12] without a client in production nobody is let through', async () => {
  await using idp = await openSite({ google: 'off' });
  const answer = await readPageMessage(await idp.visitor().send(windowPage));
  expect(answer).toEqual({ flow, answer: { error: 'operation_not_allowed' } });
});

test('too many windows of one address are told so', async () => {
  await using idp = await openSite({ google: 'stand-in', limitScale: 0.001 });
  const visitor = idp.visitor();
  for (let times = 0; times < 3; times++) await visitor.send(windowPage);
  const answer = await readPageMessage(await visitor.send(windowPage));
  expect(answer).toEqual({ flow, answer: { error: 'too_many_requests' } });
});

test('a start that names no flow of ours begins nothing', async ({ browser }) => {
  const script = "flow=<script>alert('x')</script>";
  for (const query of ['', 'flow=short', script, 'mode=other', `flow=${flow}0`]) {
    const answer = await browser.send(`${pages}/start?${query}`);
    expect(answer.status, query).toBe(400);
    expect(answer.headers.getSetCookie(), query).toEqual([]);
    expect(await answer.text()).not.toContain('alert');
  }
});

test('the pages run their own script alone, and are kept by nobody', async () => {
  await using idp = await openSite({ google: 'stand-in' });
  const answer = await idp.visitor().send(windowPage);
  const { headers } = answer;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  const policy = headers.get('content-security-policy');
  expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain('; img-src data:;');
  expect(await answer.text()).toMatch(/<link rel="icon" [^>]*href="data:image/);
});

test('[IDP-13] where accounts are elsewhere the pages open alone; logs say what went wrong, without code and state', async ({
  setting,
}) => {
  await using database = await openSqlite([identityMigrations]);
  const { db } = database;
  const lines: string[] = [];
  const keep = (...told: unknown[]) => void lines.push(JSON.stringify(told));
  const alone = await createStandaloneGooglePages({
    db,
    secrets: await openSecrets({ db, secretKey: 'test' }),
    clock: Date.now,
    log: { ...testLog(), warn: keep, error: keep } as unknown as Log,
    publicUrl,
    google: setting,
    limiters: createMemoryLimiters(),
    clientAddress: () => 'local',
  });
  expect((await alone.request('/v1/accounts:signInWithIdp', { method: 'POST' })).status).toBe(404);
  const begun = await alone.request(`/start?flow=${flow}`);
  expect(begun.status).toBe(303);
  const location = begun.headers.get('location') ?? '';
  expect(location).toMatch(new RegExp(`^${setting.issuer}/`));
  const cookie = begun.headers.getSetCookie().join().split(';')[0] ?? '';
  const state = new URL(location).searchParams.get('state') ?? '';
  const callbackParams = new URLSearchParams({ code: 'a-code-of-nobody', state, iss: setting.issuer });
  const page = await alone.request(`/callback?${callbackParams}`, { headers: { cookie } });
  expect(await page.text()).toContain('server_error');
  expect(lines).toEqual([expect.stringContaining('Google returned an invalid response')]);
  for (const secret of ['a-code-of-nobody', state]) expect(lines.join()).not.toContain(secret);
});
