import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { googleIdToken } from '../testing/google-issuer.ts';
import { openIdentity } from '../testing/test-identity.ts';
import { createVisitor } from '../testing/visitor.ts';

const site = 'http://localhost:3000';
const pages = `${site}/identity/oauth/google`;
const flow = '0123456789abcdef0123456789abcdef';

async function openSite() {
  const identity = await openIdentity({ google: 'stand-in', publicUrl: site });
  const app = new Hono().route('/identity', identity.app);
  const visitor = createVisitor((request) => app.fetch(request), site);
  return { ...identity, visitor };
}

const stateIn = (page: string): string => /name="state" value="([^"]+)"/.exec(page)?.[1] ?? '';
const begin = async ({ visitor }: Awaited<ReturnType<typeof openSite>>) =>
  stateIn(await (await visitor.send(`${pages}/start?flow=${flow}`)).text());

async function toldBy(
  response: Response,
): Promise<{ answer: { idToken: string; nonce: string; error?: string } }> {
  const [, told] = /data-told="([^"]*)"/.exec(await response.text()) ?? [];
  return JSON.parse((told ?? 'null').replaceAll('&quot;', '"'));
}

const signInWith = ({ idToken, nonce }: { idToken: string; nonce: string }) => ({
  requestUri: site,
  postBody: new URLSearchParams({ id_token: idToken, nonce, providerId: 'google.com' }).toString(),
});

test('[IDP-03] the stand-in says what it is, and whoever is chosen is signed in, the same person each time', async () => {
  await using site = await openSite();
  const page = await (await site.visitor.send(`${pages}/start?flow=${flow}`)).text();
  expect(page).toContain('Local stand-in for Google');
  const chosen = { email: 'New.Person@example.com', name: 'New Person', verified: 'yes' };
  const people = [];
  for (const state of [stateIn(page), await begin(site)]) {
    const { answer } = await toldBy(await site.visitor.send(`${pages}/callback`, { state, ...chosen }));
    people.push((await site.post('/v1/accounts:signInWithIdp', signInWith(answer))).body);
  }
  expect(people[0]).toMatchObject({
    isNewUser: true,
    email: 'new.person@example.com',
    displayName: 'New Person',
  });
  expect(people[1]).toMatchObject({ localId: people[0]?.localId, federatedId: people[0]?.federatedId });
});

test('[IDP-13] sample people, cancel, and an address that is none', async () => {
  await using site = await openSite();
  const answer = async (form: Record<string, string>) =>
    site.visitor.send(`${pages}/callback`, { state: await begin(site), ...form });
  expect((await toldBy(await answer({ person: '0' }))).answer).toHaveProperty('idToken');
  expect((await toldBy(await answer({ cancel: 'yes' }))).answer).toEqual({ error: 'access_denied' });
  const wrong = await answer({ email: 'nobody<script>', name: '"><script>alert(1)</script>' });
  expect(wrong.status).toBe(422);
  const page = await wrong.text();
  expect(page).toContain('This is not an email address.');
  expect(page).not.toContain('<script');
  // The choice goes on where it was.
  const again = await site.visitor.send(`${pages}/callback`, { state: stateIn(page), person: '1' });
  expect((await toldBy(again)).answer).toHaveProperty('idToken');
});

test('a choice counts once, and only from the browser that began', async () => {
  await using site = await openSite();
  const state = await begin(site);
  const kept = new Map(site.visitor.jars.get('localhost:3000'));
  const choose = () => site.visitor.send(`${pages}/callback`, { state, person: '0' });
  expect((await choose()).status).toBe(200);
  site.visitor.jars.set('localhost:3000', kept);
  expect((await choose()).status).toBe(400);
  site.visitor.jars.clear();
  expect((await choose()).status).toBe(400);
  expect((await site.visitor.send(`${pages}/callback?state=${state}&code=x`)).status).toBe(400);
});

test('its tokens open nothing but the stand-in, and Google’s open nothing there', async () => {
  await using site = await openSite();
  await using real = await openIdentity();
  const state = await begin(site);
  const { answer } = await toldBy(await site.visitor.send(`${pages}/callback`, { state, person: '0' }));
  const refused = {
    status: 400,
    body: { error: { message: expect.stringMatching(/^INVALID_IDP_RESPONSE/) } },
  };
  expect(await real.post('/v1/accounts:signInWithIdp', signInWith(answer))).toMatchObject(refused);
  expect(await site.post('/v1/accounts:lookup', { idToken: answer.idToken })).toMatchObject({ status: 400 });
  const google = { idToken: await googleIdToken({ sub: '1' }), nonce: 'none' };
  expect(await site.post('/v1/accounts:signInWithIdp', signInWith(google))).toMatchObject(refused);
  await using other = await openIdentity({
    google: 'stand-in',
    publicUrl: site.issuer.replace(/\/identity.*/, ''),
  });
  expect(await other.post('/v1/accounts:signInWithIdp', signInWith(answer))).toMatchObject(refused);
});
