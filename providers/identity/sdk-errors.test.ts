import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as firebase from '@firebase/auth';
import { expect } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { openSdk, refused, test } from './testing/sdk.ts';
import { email, password } from './testing/test-identity.ts';

const { createUserWithEmailAndPassword, signInWithEmailAndPassword } = firebase;

test('[IDP-12] email and password: an unknown account, and what tells of none', async (sdk) => {
  await refused(signInWithEmailAndPassword(sdk.auth, email, password), 'user-not-found');

  await using discreet = await openSdk({ settings: { emailPrivacy: true } });
  const { auth } = discreet;
  await createUserWithEmailAndPassword(auth, email, password);
  for (const address of [email, 'a@example.com']) {
    await refused(signInWithEmailAndPassword(auth, address, 'wrong one'), 'invalid-credential');
  }
});

test('[IDP-12] ways that are switched off', async () => {
  await using sdk = await openSdk({ settings: { password: false } });
  await refused(createUserWithEmailAndPassword(sdk.auth, email, password), 'operation-not-allowed');
});

test('[IDP-12] a token that was never ours', async (sdk) => {
  const { user } = await createUserWithEmailAndPassword(sdk.auth, email, password);
  Object.assign((user as unknown as { stsTokenManager: object }).stsTokenManager, { accessToken: 'a.b.c' });
  await refused(firebase.updateProfile(user, { displayName: 'Rahim' }), 'invalid-user-token');
});

test('[IDP-16] another person at re-authentication, and a sign-in that the page blocks', async ({ auth }) => {
  const other = 'other@example.com';
  await createUserWithEmailAndPassword(auth, other, password);
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  const credential = firebase.EmailAuthProvider.credential(other, password);
  await refused(firebase.reauthenticateWithCredential(user, credential), 'user-mismatch');
  firebase.beforeAuthStateChanged(auth, () => {
    throw new Error('not today');
  });
  await refused(signInWithEmailAndPassword(auth, other, password), 'login-blocked');
  expect(auth.currentUser?.email).toBe(email);
});

test('[IDP-16] no provider, and one that answers nonsense', async ({ auth }) => {
  const pointAt = (port: number) => {
    const host = `127.0.0.1:${port}`;
    Object.assign((auth as unknown as { config: object }).config, { apiHost: host, tokenApiHost: host });
  };
  const nonsense = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json').end('{"users":[]}');
  }).listen(0, '127.0.0.1');
  await once(nonsense, 'listening');
  pointAt((nonsense.address() as AddressInfo).port);
  await refused(signInWithEmailAndPassword(auth, email, password), 'internal-error');
  nonsense.close();
  pointAt(await freePort());
  await refused(signInWithEmailAndPassword(auth, email, password), 'network-request-failed');
});
