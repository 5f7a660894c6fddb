import * as firebase from '@firebase/auth';
import { expect } from 'vitest';
import { openSdk, refused, type Sdk, test } from './testing/sdk.ts';
import { email, linkIn, password } from './testing/test-identity.ts';

const settings = { url: 'http://localhost/account/action?next=/dashboard/gallery', handleCodeInApp: true };

/** The link that the SDK has mailed to the address. */
async function linkTo(sdk: Sdk, address: string): Promise<string> {
  await firebase.sendSignInLinkToEmail(sdk.auth, address, settings);
  return linkIn((await sdk.sentMails(address)).at(-1)).href;
}

test('[IDP-02] the SDK mails a link, knows it for one, and signs a new person in by it once', async (sdk) => {
  const { auth } = sdk;
  const nowhere = firebase.sendSignInLinkToEmail(auth, email, { ...settings, url: '' });
  await refused(nowhere, 'invalid-continue-uri');
  auth.languageCode = 'bn';
  const link = await linkTo(sdk, email);
  expect(firebase.isSignInWithEmailLink(auth, link)).toBe(true);
  const sent = new URL(link).searchParams;
  expect([sent.get('continueUrl'), sent.get('lang')]).toEqual([settings.url, 'bn']);
  const purpose = { operation: 'EMAIL_SIGNIN' };
  expect(await firebase.checkActionCode(auth, sent.get('oobCode') ?? '')).toMatchObject(purpose);

  await refused(firebase.signInWithEmailLink(auth, 'somebody@example.com', link), 'invalid-email');
  const { user } = await firebase.signInWithEmailLink(auth, email, link);
  expect(user).toMatchObject({ email, emailVerified: true, isAnonymous: false });
  expect(user.providerData).toMatchObject([{ providerId: 'password', uid: email }]);
  await refused(firebase.signInWithEmailLink(auth, email, link), 'invalid-action-code');
  expect(await firebase.fetchSignInMethodsForEmail(auth, email)).toEqual(['emailLink']);

  await firebase.updatePassword(user, password);
  const again = (await firebase.signInWithEmailAndPassword(auth, email, password)).user;
  expect(again.uid).toBe(user.uid);
});

test('[IDP-02] by a link the SDK signs the same person in again, and nobody else', async (sdk) => {
  const { user } = await firebase.createUserWithEmailAndPassword(sdk.auth, email, password);
  const again = async (address: string) => {
    const credential = firebase.EmailAuthProvider.credentialWithLink(address, await linkTo(sdk, address));
    return firebase.reauthenticateWithCredential(user, credential);
  };
  expect((await again(email)).user).toMatchObject({ uid: user.uid, emailVerified: true });
  await refused(again('other@example.com'), 'user-mismatch');
});

test('[IDP-02] an anonymous account gets an address by a link, but not one that somebody has', async () => {
  await using sdk = await openSdk({ settings: { anonymous: true } });
  await firebase.createUserWithEmailAndPassword(sdk.auth, 'taken@example.com', password);
  const { user } = await firebase.signInAnonymously(sdk.auth);
  const link = async (address: string) => {
    const credential = firebase.EmailAuthProvider.credentialWithLink(address, await linkTo(sdk, address));
    return (await firebase.linkWithCredential(user, credential)).user;
  };
  await refused(link('taken@example.com'), 'email-already-in-use');
  const linked = { uid: user.uid, email, emailVerified: true, isAnonymous: false };
  expect(await link(email)).toMatchObject(linked);
});
