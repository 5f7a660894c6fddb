import { expect } from 'vitest';
import { testWith } from '#platform/testing/test-with.ts';
import { googleIdToken } from '../testing/google-issuer.ts';
import { createTestIdentity } from '../testing/test-identity.ts';
import {
  extractState,
  flow,
  googlePagesUrl,
  openSite,
  publicUrl,
  readPageMessage,
} from '../testing/visitor.ts';

const callback = `${googlePagesUrl}/callback`;

async function openBuiltInGoogle() {
  const idp = await openSite({ google: 'built-in' });
  const visitor = idp.visitor();
  const start = async () => (await visitor.send(`${googlePagesUrl}/start?flow=${flow}`)).text();
  return { ...idp, visitor, start, begin: async () => extractState(await start()) };
}
const test = testWith(openBuiltInGoogle);

const signInWith = ({ idToken, nonce }: { idToken: string; nonce: string }) => ({
  requestUri: publicUrl,
  postBody: new URLSearchParams({ id_token: idToken, nonce, providerId: 'google.com' }).toString(),
});

test('[IDP-03] labels its page and signs the chosen person in to the same account each time', async (idp) => {
  const page = await idp.start();
  expect(page).toContain('Built-in Google sign-in');
  const chosen = { email: 'New.Person@example.com', name: 'New Person', verified: 'yes' };
  const people = [];
  for (const state of [extractState(page), await idp.begin()]) {
    const { result } = await readPageMessage(await idp.visitor.send(callback, { state, ...chosen }));
    people.push(await idp.ok('signInWithIdp', signInWith(result)));
  }
  const email = 'new.person@example.com';
  expect(people[0]).toMatchObject({ isNewUser: true, email, displayName: 'New Person' });
  expect(people[1]).toMatchObject({ localId: people[0]?.localId, federatedId: people[0]?.federatedId });
});

test('accepts one choice per attempt, and only from the browser that started it', async (idp) => {
  const state = await idp.begin();
  const cookies = new Map(idp.visitor.jars.get('localhost:3000'));
  const choose = async () => (await idp.visitor.send(callback, { state, person: '0' })).status;
  expect(await choose()).toBe(200);
  idp.visitor.jars.set('localhost:3000', cookies);
  expect(await choose()).toBe(400);
  idp.visitor.jars.clear();
  expect(await choose()).toBe(400);
  expect((await idp.visitor.send(`${callback}?state=${state}&code=x`)).status).toBe(400);
});

test('rejects its tokens at other providers, and Google tokens here', async (idp) => {
  await using real = await createTestIdentity();
  await using another = await createTestIdentity({ google: 'built-in', publicUrl });
  const { result } = await readPageMessage(
    await idp.visitor.send(callback, { state: await idp.begin(), person: '0' }),
  );
  for (const otherProvider of [real, another]) {
    await otherProvider.expectError(/^INVALID_IDP_RESPONSE/, 'signInWithIdp', signInWith(result));
  }
  await idp.expectError(/./, 'lookup', { idToken: result.idToken });
  const google = { idToken: await googleIdToken({ sub: '1' }), nonce: 'none' };
  await idp.expectError(/^INVALID_IDP_RESPONSE/, 'signInWithIdp', signInWith(google));
});
