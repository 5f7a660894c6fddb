import {
  checkActionCode,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  isSignInWithEmailLink,
  linkWithCredential,
  reauthenticateWithCredential,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updatePassword,
} from '@firebase/auth';
import { expect, test } from 'vitest';
import { failure, openSdk } from './testing/sdk.ts';

const email = 'rahim@example.com';
const password = 'correct horse 1';
const settings = { url: 'http://localhost/account/action?next=/dashboard/gallery', handleCodeInApp: true };

type Sdk = Awaited<ReturnType<typeof openSdk>>;

/** The link of the newest mail. */
const newestLink = async (sdk: Sdk): Promise<string> =>
  /https?:\S+/.exec((await sdk.sentMails()).at(-1)?.text ?? '')?.[0] ?? '';

test('[IDP-02] the SDK mails a link, knows it for one, and signs a new person in by it once', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  await expect(sendSignInLinkToEmail(auth, email, { ...settings, url: '' })).rejects.toMatchObject(
    failure('invalid-continue-uri'),
  );
  auth.languageCode = 'bn';
  await sendSignInLinkToEmail(auth, email, settings);
  const link = await newestLink(sdk);
  expect(isSignInWithEmailLink(auth, link)).toBe(true);
  const sent = new URL(link).searchParams;
  expect([sent.get('continueUrl'), sent.get('lang')]).toEqual([settings.url, 'bn']);
  expect(await checkActionCode(auth, sent.get('oobCode') ?? '')).toMatchObject({
    operation: 'EMAIL_SIGNIN',
  });

  await expect(signInWithEmailLink(auth, 'somebody@example.com', link)).rejects.toMatchObject(
    failure('invalid-email'),
  );
  const { user } = await signInWithEmailLink(auth, email, link);
  expect(user).toMatchObject({ email, emailVerified: true, isAnonymous: false });
  expect(user.providerData).toMatchObject([{ providerId: 'password', uid: email }]);
  await expect(signInWithEmailLink(auth, email, link)).rejects.toMatchObject(failure('invalid-action-code'));
  expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['emailLink']);

  await updatePassword(user, password);
  const again = (await signInWithEmailAndPassword(auth, email, password)).user;
  expect(again.uid).toBe(user.uid);
  await close();
});

test('[IDP-02] by a link the SDK signs the same person in again, and nobody else', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await sendSignInLinkToEmail(auth, email, settings);
  const own = EmailAuthProvider.credentialWithLink(email, await newestLink(sdk));
  expect((await reauthenticateWithCredential(user, own)).user).toMatchObject({
    uid: user.uid,
    emailVerified: true,
  });
  await sendSignInLinkToEmail(auth, 'other@example.com', settings);
  const others = EmailAuthProvider.credentialWithLink('other@example.com', await newestLink(sdk));
  await expect(reauthenticateWithCredential(user, others)).rejects.toMatchObject(failure('user-mismatch'));
  await close();
});

test('[IDP-02] an anonymous account gets an address by a link, but not one that somebody has', async () => {
  await using sdk = await openSdk({ settings: { anonymous: true } });
  const { auth, close } = sdk.openPage();
  await createUserWithEmailAndPassword(auth, 'taken@example.com', password);
  const { user } = await signInAnonymously(auth);
  const linkTo = async (address: string) => {
    await sendSignInLinkToEmail(auth, address, settings);
    return linkWithCredential(user, EmailAuthProvider.credentialWithLink(address, await newestLink(sdk)));
  };
  await expect(linkTo('taken@example.com')).rejects.toMatchObject(failure('email-already-in-use'));
  expect((await linkTo(email)).user).toMatchObject({
    uid: user.uid,
    email,
    emailVerified: true,
    isAnonymous: false,
  });
  await close();
});
