import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Auth,
  beforeAuthStateChanged,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  linkWithCredential,
  PhoneAuthCredential,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithEmailAndPassword,
  updateProfile,
} from '@firebase/auth';
import { expect, test } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { minutes } from '#platform/time.ts';
import { failure, openSdk } from './testing/sdk.ts';

const email = 'rahim@example.com';
const password = 'correct horse 1';
const phoneNumber = '+8801712345678';

const refused = (act: Promise<unknown>, code: string) => expect(act).rejects.toMatchObject(failure(code));

test('[IDP-12] email and password: an unknown account, and what tells of none', async () => {
  await using sdk = await openSdk();
  const open = sdk.openPage();
  await refused(signInWithEmailAndPassword(open.auth, email, password), 'user-not-found');
  await open.close();

  await using discreet = await openSdk({ settings: { emailPrivacy: true } });
  const { auth, close } = discreet.openPage();
  await createUserWithEmailAndPassword(auth, email, password);
  await refused(signInWithEmailAndPassword(auth, email, 'wrong one'), 'invalid-credential');
  await refused(signInWithEmailAndPassword(auth, 'a@example.com', 'wrong one'), 'invalid-credential');
  await close();
});

test('[IDP-12] ways that are switched off', async () => {
  await using sdk = await openSdk({ settings: { password: false } });
  const { auth, close } = sdk.openPage();
  await refused(createUserWithEmailAndPassword(auth, email, password), 'operation-not-allowed');
  await close();
});

test('[IDP-12] a token that was never ours', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  Object.assign((user as unknown as { stsTokenManager: object }).stsTokenManager, { accessToken: 'a.b.c' });
  await refused(updateProfile(user, { displayName: 'Rahim' }), 'invalid-user-token');
  await close();
});

test('[IDP-04] [IDP-12] [IDP-16] codes by text message: wrong, of no session, late, of a number that is taken', async () => {
  let now = Date.now();
  await using sdk = await openSdk({ clock: () => now });
  const { auth, close } = sdk.openPage();
  const send = async () => {
    const { body } = await sdk.post('/v1/accounts:sendVerificationCode', {
      phoneNumber,
      recaptchaToken: 't',
    });
    return { id: String(body.sessionInfo), code: await sdk.textedCode(phoneNumber) };
  };
  const signIn = (id: string, code: string) => signInWithCredential(auth, credential(id, code));

  const first = await send();
  const wrong = first.code === '000000' ? '111111' : '000000';
  await refused(signIn(first.id, wrong), 'invalid-verification-code');
  await refused(signIn('nobodys', first.code), 'invalid-verification-id');
  const { user: owner } = await signIn(first.id, first.code);
  expect(owner).toMatchObject({ phoneNumber, email: null });

  const late = await send();
  now += minutes(11);
  await refused(signIn(late.id, late.code), 'code-expired');

  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  const taken = await send();
  await refused(
    linkWithCredential(user, credential(taken.id, taken.code)),
    'account-exists-with-different-credential',
  );
  await close();
});

test('[IDP-16] another person at re-authentication, and a sign-in that the page blocks', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  await createUserWithEmailAndPassword(auth, 'other@example.com', password);
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await refused(
    reauthenticateWithCredential(user, EmailAuthProvider.credential('other@example.com', password)),
    'user-mismatch',
  );
  beforeAuthStateChanged(auth, () => {
    throw new Error('not today');
  });
  await refused(signInWithEmailAndPassword(auth, 'other@example.com', password), 'login-blocked');
  expect(auth.currentUser?.email).toBe(email);
  await close();
});

test('[IDP-16] no provider, and one that answers nonsense', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  const nonsense = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json').end('{"users":[]}');
  }).listen(0, '127.0.0.1');
  await once(nonsense, 'listening');
  pointAt(auth, (nonsense.address() as AddressInfo).port);
  await refused(signInWithEmailAndPassword(auth, email, password), 'internal-error');
  nonsense.close();
  pointAt(auth, await freePort());
  await refused(signInWithEmailAndPassword(auth, email, password), 'network-request-failed');
  await close();
});

/** The SDK's Node build has no other way to one. */
function credential(verificationId: string, verificationCode: string): PhoneAuthCredential {
  const made = PhoneAuthCredential.fromJSON({ verificationId, verificationCode });
  if (!made) throw new Error('The SDK made no credential.');
  return made;
}

function pointAt(auth: Auth, port: number): void {
  const host = `127.0.0.1:${port}`;
  Object.assign((auth as unknown as { config: object }).config, { apiHost: host, tokenApiHost: host });
}
