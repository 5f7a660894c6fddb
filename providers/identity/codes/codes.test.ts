import { expect, it } from 'vitest';
import { testLook } from '#platform/testing/test-look.ts';
import { minutes } from '#platform/time.ts';
import { languages } from '../http/language.ts';
import {
  email,
  extractCode,
  extractLink,
  onBoth,
  password,
  person,
  succeeded,
  test,
} from '../testing/test-identity.ts';
import { appName } from './messages.ts';
import { renderCodeEmail, renderNoticeEmail } from './send.ts';

const newEmail = 'new@example.com';
const thief = 'thief@example.com';
const resetRequest = { requestType: 'PASSWORD_RESET', email };

onBoth((open, test) => {
  /** Opens a provider with an account that has requested a password reset. */
  async function openWithReset(options: Parameters<typeof open>[0] = {}) {
    const idp = await open(options);
    const { idToken } = await idp.signUp();
    await idp.ok('sendOobCode', resetRequest);
    return { ...idp, idToken, oobCode: await idp.emailedCode() };
  }

  test('[IDP-05] a reset link opens our page and expires after an hour', async (idp) => {
    await idp.signUp();
    const continueUrl = 'http://localhost:3000/login?a=b';
    await idp.ok('sendOobCode', { ...resetRequest, continueUrl });
    const [message] = await idp.sentEmails();
    const oobCode = extractCode(message);
    const link = extractLink(message);
    expect(link.href).toContain('http://localhost:3000/account/action?mode=resetPassword&');
    const { apiKey } = idp;
    const parameters = { mode: 'resetPassword', oobCode, apiKey, continueUrl, lang: 'en' };
    expect(Object.fromEntries(link.searchParams)).toEqual(parameters);
    idp.advanceClock(minutes(60));
    await idp.expectError('EXPIRED_OOB_CODE', 'resetPassword', { oobCode });
  });

  test('[IDP-05] a reset code works once when used concurrently, and ends every session', async () => {
    await using idp = await openWithReset();
    const { idToken, oobCode } = idp;
    const passwords = ['first pass', 'second pass', 'third pass'];
    const responses = await Promise.all(
      passwords.map((newPassword) => idp.post('resetPassword', { oobCode, newPassword })),
    );
    const winners = passwords.filter((_, n) => responses[n]?.status === 200);
    expect(winners).toHaveLength(1);
    await idp.signIn(email, winners[0]);
    await idp.expectSessionEnded(idToken);
  });

  test('[IDP-05] a weak password does not use the code up, and a used code invalidates earlier ones', async () => {
    await using idp = await openWithReset();
    await idp.ok('sendOobCode', resetRequest);
    const oobCode = await idp.emailedCode();
    await idp.expectError(/^WEAK_PASSWORD/, 'resetPassword', { oobCode, newPassword: '12345' });
    await idp.ok('resetPassword', { oobCode, newPassword: 'another pass 2' });
    const earlier = { oobCode: idp.oobCode, newPassword: 'third pass 3' };
    await idp.expectError('INVALID_OOB_CODE', 'resetPassword', earlier);
  });

  test('[IDP-05] restoring an address ends all sessions, later recovery codes and a changed password', async () => {
    // The clock advances with every reading: one call must use a single timestamp.
    let now = Date.now();
    await using idp = await open({ clock: () => now++ });
    const { idToken } = await idp.signUp();
    const stolen = 'stolen pass 1';
    now += 1000;
    const first = await idp.ok('update', { idToken, email: thief, password: stolen });
    const recoveryCode = await idp.emailedCode();
    now += 1000;
    const second = await idp.ok('update', { idToken: first.idToken, email: 'thief2@example.com' });
    const thiefRecoveryCode = await idp.emailedCode();

    await idp.ok('update', { oobCode: recoveryCode });
    await idp.expectSessionEnded(second.idToken);
    await idp.expectError('INVALID_OOB_CODE', 'update', { oobCode: thiefRecoveryCode });
    await idp.expectError(/./, 'signInWithPassword', { email, password: stolen });
    expect(await idp.reset(email, password)).toMatchObject(succeeded);
    await idp.signIn();
  });

  test('[IDP-05] with emailPrivacy the response reveals no account, and only a known address gets an email', async () => {
    await using idp = await open({ settings: { emailPrivacy: true } });
    const { idToken } = await idp.signUp();
    const known = await idp.ok('sendOobCode', resetRequest);
    const unknown = await idp.ok('sendOobCode', { ...resetRequest, email: 'x@example.com' });
    expect(unknown).toEqual({ ...known, email: 'x@example.com' });
    expect(await idp.requestCode('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: email })).toMatchObject(
      succeeded,
    );
    expect((await idp.sentEmails()).map(({ to }) => to)).toEqual([email]);
  });

  test('stores codes and refresh tokens only as hashes', async (idp) => {
    const { refreshToken } = await idp.signUp();
    await idp.ok('sendOobCode', resetRequest);
    const tables = [
      'identity_code',
      'identity_refresh_token',
      'identity_session',
      'identity_account',
    ] as const;
    const rows = await Promise.all(tables.map((table) => idp.tables.selectFrom(table).selectAll().execute()));
    expect(rows.every((found) => found.length === 1)).toBe(true);
    const text = JSON.stringify(rows);
    for (const secret of [await idp.emailedCode(), refreshToken, password]) {
      expect(secret).not.toBe('');
      expect(text).not.toContain(secret);
    }
  });
});

test('[IDP-05] accepts continue URLs on our own domains only', async (idp) => {
  await idp.signUp();
  const expectRejected = (message: RegExp, continueUrl: string) =>
    idp.expectError(message, 'sendOobCode', { ...resetRequest, continueUrl });
  for (const bad of ['/login', 'nonsense', 'javascript:alert(1)', 'http://'])
    await expectRejected(/^INVALID_CONTINUE_URI( : |$)/, bad);
  for (const host of ['evil.example/', 'localhost.evil.example/', 'localhost@evil.example'])
    await expectRejected(/^UNAUTHORIZED_DOMAIN( : |$)/, `http://${host}`);
  expect(await idp.sentEmails()).toEqual([]);
});

test('[IDP-09] the locale header selects the language of the email and its page', async (idp) => {
  const { idToken } = await idp.signUp();
  for (const [locale, language] of Object.entries({
    'bn-BD': 'bn',
    BN: 'bn',
    '': 'en',
    'en-GB': 'en',
    fr: 'en',
    '<script>': 'en',
  })) {
    await idp.ok('sendOobCode', resetRequest, { locale });
    const message = (await idp.sentEmails()).at(-1);
    expect(extractLink(message).searchParams.get('lang'), locale).toBe(language);
    expect(/<html lang="(\w+)">/.exec(message?.html ?? '')?.[1], locale).toBe(language);
  }
  await idp.ok('update', { idToken, email: newEmail }, { locale: 'bn' });
  const notice = (await idp.sentEmails()).at(-1);
  const subject = 'Blood Buddies-এ আপনার ইমেইল ঠিকানা বদলানো হয়েছে';
  expect(notice).toMatchObject({ to: person.email, subject });
});

test('escapes the link in the HTML of an email', () => {
  const link = 'http://localhost/?a="><script>&b=1';
  const reader = { language: 'en', site: 'Blood Buddies', look: testLook } as const;
  const { html, text } = renderCodeEmail({ kind: 'PASSWORD_RESET', to: email, link }, reader);
  expect(html).not.toContain('<script>');
  expect(html).toContain('http://localhost/?a=&quot;&gt;&lt;script&gt;&amp;b=1');
  expect(html).toContain('<html lang="en">');
  expect(text).toContain('http://localhost/?a="><script>&b=1');
});

it.each(['GOOGLE_LINKED', 'METHODS_REMOVED', 'FACTOR_REMOVED'] as const)(
  '[IDP-09] %s: notifies in the requested language and links to the page in it',
  (kind) => {
    const site = { publicUrl: 'https://blood.example' };
    const reader = { site: 'Blood Buddies', look: testLook };
    const [english, bengali] = languages.map((language) =>
      renderNoticeEmail({ kind, to: email, factor: appName[language] }, { ...reader, language }, site),
    );
    expect(english?.html).toContain('<html lang="en">');
    expect(english?.text).toMatch(/https:\/\/blood\.example\/(login|dashboard\/account)\n/);
    expect(bengali?.html).toContain('<html lang="bn">');
    expect(bengali?.text).toMatch(/https:\/\/blood\.example\/(login|dashboard\/account)\?lang=bn\n/);
    expect(bengali?.text.replace(/https:\S+/g, '')).not.toMatch(/password|account|login|forget/i);
    expect(english?.text.includes('{factor}') || bengali?.text.includes('{factor}')).toBe(false);
  },
);
