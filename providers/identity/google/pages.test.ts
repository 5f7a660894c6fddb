import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import type { Log } from '#platform/observability/log.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { googleIdToken } from '../testing/google-issuer.ts';
import { startOpenIdProvider } from '../testing/openid-provider.ts';
import {
  extractState,
  flow,
  googlePagesUrl,
  openSite,
  publicUrl,
  readPageMessage,
  type Visitor,
} from '../testing/visitor.ts';
import { createStandaloneGooglePages } from './pages.ts';

const person = { sub: '21', email: 'rahima@example.com', email_verified: true, name: 'Rahima Khatun' };
const windowPage = `${googlePagesUrl}/start?flow=${flow}`;

/** Opens a site with a real OpenID provider instead of Google, and a browser. */
async function openWithProvider() {
  const openid = await startOpenIdProvider({ callbackUrl: `${googlePagesUrl}/callback`, person });
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

/** Signs in at the provider and returns the callback URL that it redirects to. */
async function visitProvider(visitor: Visitor, { start = windowPage } = {}): Promise<URL> {
  const startResponse = await visitor.send(start);
  expect(startResponse.status).toBe(303);
  const page = await visitor.follow(visitor.target(startResponse, publicUrl));
  const sent = await visitor.send(page, {});
  return visitor.follow(visitor.target(sent, page));
}

test('[IDP-03] [IDP-13] signs in with a real OpenID provider: code, PKCE, nonce and state', async (idp) => {
  const startResponse = await idp.browser.send(windowPage);
  const params = idp.browser.target(startResponse, publicUrl).searchParams;
  expect(Object.fromEntries(params)).toMatchObject({
    response_type: 'code',
    redirect_uri: `${googlePagesUrl}/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    prompt: 'select_account',
  });
  expect(startResponse.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/);

  const response = await idp.browser.send(await visitProvider(idp.browser));
  expect(response.status).toBe(200);
  const { flow: messageFlow, result } = await readPageMessage(response);
  expect(messageFlow).toBe(flow);
  expect(decodeJwt(result.idToken)).toMatchObject({ iss: idp.setting.issuer, aud: 'the-client', ...person });

  const { idToken: id_token, nonce } = result;
  const postBody = `&${new URLSearchParams({ id_token, nonce, providerId: 'google.com' })}`;
  const signedIn = await idp.ok('signInWithIdp', { requestUri: publicUrl, postBody });
  const { email, name: displayName } = person;
  expect(signedIn).toMatchObject({ isNewUser: true, email, emailVerified: true, displayName });
});

test('[IDP-13] a full-page redirect returns to our login page, never to a URL in the request', async (idp) => {
  const foreignParameters =
    'return=https://evil.example&continueUrl=//evil.example&redirect_uri=//evil.example';
  const back = await visitProvider(idp.browser, {
    start: `${googlePagesUrl}/start?mode=redirect&${foreignParameters}`,
  });
  const page = await (await idp.browser.send(back)).text();
  expect(page).toContain("location.replace('/login')");
  expect(page).not.toContain('evil.example');
});

test('accepts a callback once, and only from the browser that started the attempt', async (idp) => {
  const [victim, thief] = [idp.visitor(), idp.visitor()];
  const back = await visitProvider(victim);

  // Login CSRF: a browser opens the callback URL of another browser's attempt.
  const foreign = await thief.send(back);
  expect(foreign.status).toBe(400);
  expect(await foreign.text()).toContain('cannot continue');

  const cookies = new Map(victim.jars.get('localhost:3000'));
  expect((await readPageMessage(await victim.send(back))).result).toHaveProperty('idToken');
  expect((await victim.send(back)).status).toBe(400);
  // The restored cookie does not help.
  victim.jars.set('localhost:3000', cookies);
  expect((await victim.send(back)).status).toBe(400);
});

test('rejects a callback that was changed or has the state of another attempt', async (idp) => {
  for (const [name, value] of [
    ['code', 'another'],
    ['iss', 'https://evil.example'],
  ] as const) {
    const visitor = idp.visitor();
    const back = await visitProvider(visitor);
    back.searchParams.set(name, value);
    expect((await readPageMessage(await visitor.send(back))).result, name).toEqual({ error: 'server_error' });
  }
  const back = await visitProvider(idp.browser);
  back.searchParams.set('state', 'another');
  expect((await idp.browser.send(back)).status).toBe(400);

  // Sends the code of one attempt with the state of another: PKCE and nonce do not match.
  const [one, other] = [await visitProvider(idp.browser), await visitProvider(idp.browser)];
  one.searchParams.set('code', other.searchParams.get('code') ?? '');
  expect((await readPageMessage(await idp.browser.send(one))).result).toEqual({ error: 'server_error' });
});

test('rejects an attempt after ten minutes or with a changed cookie', async (idp) => {
  const late = await visitProvider(idp.browser);
  idp.advanceClock(minutes(10));
  expect((await idp.browser.send(late)).status).toBe(400);
  const back = await visitProvider(idp.browser);
  const jar = idp.browser.jars.get('localhost:3000') ?? new Map();
  for (const [name, value] of jar) jar.set(name, `x${value}`);
  expect((await idp.browser.send(back)).status).toBe(400);
});

test('keeps only the newest five attempts of a browser', async () => {
  await using idp = await openSite({ google: 'built-in' });
  const visitor = idp.visitor();
  for (let times = 0; times < 8; times++) await visitor.send(windowPage);
  expect(visitor.jars.get('localhost:3000')?.size).toBe(5);
});

test('under https sets a __Host- cookie and removes it after the attempt', async () => {
  const secure = 'https://blood.example';
  await using idp = await openSite({ google: 'built-in', publicUrl: secure });
  const visitor = idp.visitor();
  const startResponse = await visitor.send(windowPage.replace(publicUrl, secure));
  expect(startResponse.headers.getSetCookie().join()).toMatch(
    /^__Host-google-\w{16}=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const chosen = { state: extractState(await startResponse.text()), person: '0' };
  const callback = `${googlePagesUrl}/callback`.replace(publicUrl, secure);
  expect((await readPageMessage(await visitor.send(callback, chosen))).result).toHaveProperty('idToken');
  expect(visitor.jars.get('blood.example')?.size).toBe(0);
});

test('[IDP-13] reports an unavailable provider', async () => {
  const openid = await startOpenIdProvider({ callbackUrl: `${googlePagesUrl}/callback`, person });
  await openid[Symbol.asyncDispose]();
  await using idp = await openSite({ google: openid.setting });
  const message = await readPageMessage(await idp.visitor().send(windowPage));
  expect(message).toEqual({ flow, result: { error: 'temporarily_unavailable' } });
  const postBody = `id_token=${await googleIdToken({ sub: '1' })}&providerId=google.com`;
  expect(await idp.post('signInWithIdp', { requestUri: publicUrl, postBody })).toMatchObject({ status: 503 });
});

test('[IDP-12] reports operation_not_allowed when Google is off', async () => {
  await using idp = await openSite({ google: 'off' });
  const message = await readPageMessage(await idp.visitor().send(windowPage));
  expect(message).toEqual({ flow, result: { error: 'operation_not_allowed' } });
});

test('reports too many requests from one address', async () => {
  await using idp = await openSite({ google: 'built-in', limitScale: 0.001 });
  const visitor = idp.visitor();
  for (let times = 0; times < 3; times++) await visitor.send(windowPage);
  const message = await readPageMessage(await visitor.send(windowPage));
  expect(message).toEqual({ flow, result: { error: 'too_many_requests' } });
});

test('rejects a start without a valid flow', async ({ browser }) => {
  const script = "flow=<script>alert('x')</script>";
  for (const query of ['', 'flow=short', script, 'mode=other', `flow=${flow}0`]) {
    const response = await browser.send(`${googlePagesUrl}/start?${query}`);
    expect(response.status, query).toBe(400);
    expect(response.headers.getSetCookie(), query).toEqual([]);
    expect(await response.text()).not.toContain('alert');
  }
});

test('sends a strict CSP and disables caching', async () => {
  await using idp = await openSite({ google: 'built-in' });
  const response = await idp.visitor().send(windowPage);
  const { headers } = response;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  const policy = headers.get('content-security-policy');
  expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain('; img-src data:;');
  expect(await response.text()).toMatch(/<link rel="icon" [^>]*href="data:image/);
});

test('[IDP-13] standalone pages work without the provider; logs have the reason, but no code or state', async ({
  setting,
}) => {
  await using database = await openSqlite([identityMigrations]);
  const { db } = database;
  const lines: string[] = [];
  const collect = (...args: unknown[]) => void lines.push(JSON.stringify(args));
  const pagesApp = await createStandaloneGooglePages({
    db,
    getSecret: await openSecrets({ db, secretKey: 'test' }),
    clock: Date.now,
    log: { ...testLog(), warn: collect, error: collect } as unknown as Log,
    publicUrl,
    siteName: async () => 'Blood Buddies',
    google: setting,
    limiters: createMemoryLimiters(),
    getClientAddress: () => 'local',
  });
  expect((await pagesApp.request('/v1/accounts:signInWithIdp', { method: 'POST' })).status).toBe(404);
  const startResponse = await pagesApp.request(`/start?flow=${flow}`);
  expect(startResponse.status).toBe(303);
  const location = startResponse.headers.get('location') ?? '';
  expect(location).toMatch(new RegExp(`^${setting.issuer}/`));
  const cookie = startResponse.headers.getSetCookie().join().split(';')[0] ?? '';
  const state = new URL(location).searchParams.get('state') ?? '';
  const callbackParams = new URLSearchParams({ code: 'an-unknown-code', state, iss: setting.issuer });
  const page = await pagesApp.request(`/callback?${callbackParams}`, { headers: { cookie } });
  expect(await page.text()).toContain('server_error');
  expect(lines).toEqual([expect.stringContaining('Google returned an invalid response')]);
  for (const secret of ['an-unknown-code', state]) expect(lines.join()).not.toContain(secret);
});
