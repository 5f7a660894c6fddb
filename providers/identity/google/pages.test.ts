import { Hono } from 'hono';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { minutes } from '#platform/time.ts';
import { googleIdToken } from '../testing/google-issuer.ts';
import { startOpenIdProvider } from '../testing/openid-provider.ts';
import { openIdentity } from '../testing/test-identity.ts';
import { createVisitor, type Visitor } from '../testing/visitor.ts';
import type { GoogleSetting } from './google.ts';

const site = 'http://localhost:3000';
const pages = `${site}/identity/oauth/google`;
const flow = '0123456789abcdef0123456789abcdef';
const person = { sub: '21', email: 'rahima@example.com', email_verified: true, name: 'Rahima Khatun' };

/** The provider as it is mounted, and people with browsers of their own. */
async function openSite(options: { google: GoogleSetting; clock?: () => number; limitScale?: number }) {
  const identity = await openIdentity({ ...options, publicUrl: site, fetch });
  const app = new Hono().route('/identity', identity.app);
  return { ...identity, visitor: () => createVisitor((request) => app.fetch(request), site) };
}

const startOpenId = () => startOpenIdProvider({ callbackUrl: `${pages}/callback`, person });

/** What the page tells whoever waits for it. */
async function toldBy(response: Response): Promise<{ flow?: string; answer: Record<string, string> }> {
  const [, told] = /data-told="([^"]*)"/.exec(await response.text()) ?? [];
  return JSON.parse((told ?? 'null').replaceAll('&quot;', '"'));
}

/** From the click to the address at which the provider's answer comes back. */
async function visitProvider(
  visitor: Visitor,
  { start = `flow=${flow}`, refuse = false } = {},
): Promise<URL> {
  const begun = await visitor.send(`${pages}/start?${start}`);
  expect(begun.status).toBe(303);
  const page = await visitor.follow(visitor.target(begun, site));
  const sent = await visitor.send(refuse ? `${page}?refuse` : page, {});
  return visitor.follow(visitor.target(sent, page));
}

test('[IDP-03] [IDP-13] a real OpenID provider: code, PKCE, nonce and state end in a token that signs in', async () => {
  await using openid = await startOpenId();
  await using identity = await openSite({ google: openid.setting });
  const visitor = identity.visitor();
  const begun = await visitor.send(`${pages}/start?flow=${flow}`);
  const asked = visitor.target(begun, site).searchParams;
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

  const back = await visitProvider(visitor);
  const answered = await visitor.send(back);
  expect(answered.status).toBe(200);
  const { flow: told, answer } = await toldBy(answered);
  expect(told).toBe(flow);
  const claims = decodeJwt(answer.idToken ?? '');
  expect(claims).toMatchObject({ iss: openid.issuer, aud: 'the-client', ...person });

  const body = {
    requestUri: site,
    postBody: `&${new URLSearchParams({ ...tokenOf(answer), providerId: 'google.com' })}`,
  };
  const signedIn = await identity.post('/v1/accounts:signInWithIdp', body);
  expect(signedIn).toMatchObject({
    status: 200,
    body: { isNewUser: true, email: person.email, emailVerified: true, displayName: person.name },
  });
});

const tokenOf = ({ idToken = '', nonce = '' }) => ({ id_token: idToken, nonce });

test('[IDP-13] what the provider refuses is told in its own word', async () => {
  await using openid = await startOpenId();
  await using identity = await openSite({ google: openid.setting });
  const visitor = identity.visitor();
  const refused = await visitor.send(await visitProvider(visitor, { refuse: true }));
  expect(await toldBy(refused)).toEqual({ flow, answer: { error: 'access_denied' } });
});

test('[IDP-13] a page that went itself comes back without a flow, and to no address of somebody else', async () => {
  await using openid = await startOpenId();
  await using identity = await openSite({ google: openid.setting });
  const visitor = identity.visitor();
  const start =
    'mode=redirect&return=https://evil.example&continueUrl=//evil.example&redirect_uri=//evil.example';
  const back = await visitProvider(visitor, { start });
  const page = await (await visitor.send(back)).text();
  expect(page).toContain("location.replace('/login')");
  expect(page).not.toContain('evil.example');
});

test('an answer is taken once, and by the browser that began alone', async () => {
  await using openid = await startOpenId();
  await using identity = await openSite({ google: openid.setting });
  const [victim, thief] = [identity.visitor(), identity.visitor()];
  const back = await visitProvider(victim);

  // Signing somebody in as the thief: the victim's browser is given the thief's answer.
  const foreign = await thief.send(back);
  expect(foreign.status).toBe(400);
  expect(await foreign.text()).toContain('cannot go on');

  const kept = new Map(victim.jars.get('localhost:3000'));
  expect((await toldBy(await victim.send(back))).answer).toHaveProperty('idToken');
  expect((await victim.send(back)).status).toBe(400);
  // Nor with the cookie put back by hand.
  victim.jars.set('localhost:3000', kept);
  expect((await victim.send(back)).status).toBe(400);
});

test('an answer that was changed, or that belongs to another state, gives no token', async () => {
  await using openid = await startOpenId();
  await using identity = await openSite({ google: openid.setting });
  const changes: [string, (answer: URLSearchParams) => void][] = [
    ['the code', (answer) => answer.set('code', 'another')],
    ['the issuer', (answer) => answer.set('iss', 'https://evil.example')],
  ];
  for (const [what, change] of changes) {
    const visitor = identity.visitor();
    const back = await visitProvider(visitor);
    change(back.searchParams);
    const { answer } = await toldBy(await visitor.send(back));
    expect(answer, what).toEqual({ error: 'server_error' });
  }
  const visitor = identity.visitor();
  const back = await visitProvider(visitor);
  back.searchParams.set('state', 'another');
  expect((await visitor.send(back)).status).toBe(400);

  // The code of one attempt under the state of another: PKCE and nonce do not fit.
  const [one, other] = [await visitProvider(visitor), await visitProvider(visitor)];
  one.searchParams.set('code', other.searchParams.get('code') ?? '');
  expect((await toldBy(await visitor.send(one))).answer).toEqual({ error: 'server_error' });
});

test('an attempt is good for ten minutes', async () => {
  let now = Date.now();
  await using openid = await startOpenId();
  await using identity = await openSite({ google: openid.setting, clock: () => now });
  const visitor = identity.visitor();
  const back = await visitProvider(visitor);
  now += minutes(10);
  expect((await visitor.send(back)).status).toBe(400);
});

test('a cookie that was changed is none', async () => {
  await using openid = await startOpenId();
  await using identity = await openSite({ google: openid.setting });
  const visitor = identity.visitor();
  const back = await visitProvider(visitor);
  const jar = visitor.jars.get('localhost:3000') ?? new Map();
  for (const [name, value] of jar) jar.set(name, `x${value}`);
  expect((await visitor.send(back)).status).toBe(400);
});

test('who opens window after window keeps the newest five attempts', async () => {
  await using identity = await openSite({ google: 'stand-in' });
  const visitor = identity.visitor();
  for (let times = 0; times < 8; times++) await visitor.send(`${pages}/start?flow=${flow}`);
  expect(visitor.jars.get('localhost:3000')?.size).toBe(5);
});

test('under https the cookie is of this host alone, and begins and ends an attempt', async () => {
  const secure = 'https://blood.example';
  await using identity = await openIdentity({ google: 'stand-in', publicUrl: secure });
  const app = new Hono().route('/identity', identity.app);
  const visitor = createVisitor((request) => app.fetch(request), secure);
  const begun = await visitor.send(`${secure}/identity/oauth/google/start?flow=${flow}`);
  expect(begun.headers.getSetCookie().join()).toMatch(
    /^__Host-google-\w{16}=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const [, state = ''] = /name="state" value="([\w-]+)"/.exec(await begun.text()) ?? [];
  const chosen = { state, person: '0' };
  const callback = `${secure}/identity/oauth/google/callback`;
  expect((await toldBy(await visitor.send(callback, chosen))).answer).toHaveProperty('idToken');
  expect(visitor.jars.get('blood.example')?.size).toBe(0);
});

test('[IDP-13] a provider that is away is told as such, and asked again at the next try', async () => {
  const openid = await startOpenId();
  await openid[Symbol.asyncDispose]();
  await using identity = await openSite({ google: openid.setting });
  const visitor = identity.visitor();
  const answer = await toldBy(await visitor.send(`${pages}/start?flow=${flow}`));
  expect(answer).toEqual({ flow, answer: { error: 'temporarily_unavailable' } });
  const postBody = `id_token=${await googleIdToken({ sub: '1' })}&providerId=google.com`;
  const body = { requestUri: site, postBody };
  expect(await identity.post('/v1/accounts:signInWithIdp', body)).toMatchObject({ status: 503 });
});

test('[IDP-12] without a client in production nobody is let through', async () => {
  await using identity = await openSite({ google: 'off' });
  const answer = await toldBy(await identity.visitor().send(`${pages}/start?flow=${flow}`));
  expect(answer).toEqual({ flow, answer: { error: 'operation_not_allowed' } });
});

test('too many windows of one address are told so', async () => {
  await using identity = await openSite({ google: 'stand-in', limitScale: 0.001 });
  const visitor = identity.visitor();
  const answers = [];
  for (let times = 0; times < 4; times++) answers.push(await visitor.send(`${pages}/start?flow=${flow}`));
  expect(await toldBy(answers.at(-1) as Response)).toEqual({ flow, answer: { error: 'too_many_requests' } });
});

test.each(['', 'flow=short', "flow=<script>alert('x')</script>", 'mode=other', `flow=${flow}0`])(
  'a start that names no flow of ours begins nothing: %s',
  async (query) => {
    await using identity = await openSite({ google: 'stand-in' });
    const answer = await identity.visitor().send(`${pages}/start?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).not.toContain('alert');
  },
);

test('the pages run their own script alone, and are kept by nobody', async () => {
  await using identity = await openSite({ google: 'stand-in' });
  const answer = await identity.visitor().send(`${pages}/start?flow=${flow}`);
  const { headers } = answer;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(await answer.text()).toMatch(/<link rel="icon" [^>]*href="data:image/);
  expect(headers.get('content-security-policy')).toContain('; img-src data:;');
});
