import { expect, it } from 'vitest';
import { minutes } from '#platform/time.ts';
import { languages } from '../http/language.ts';
import {
  codeIn,
  email,
  linkIn,
  onBoth,
  password,
  person,
  succeeded,
  test,
} from '../testing/test-identity.ts';
import { appName, emailMessages } from './messages.ts';
import { renderCodeEmail, renderNoticeEmail } from './send.ts';

const newEmail = 'new@example.com';
const thief = 'thief@example.com';
const resetRequest = { requestType: 'PASSWORD_RESET', email };

onBoth((open, test) => {
  /** Somebody who has asked for a reset. */
  async function openWithReset(options: Parameters<typeof open>[0] = {}) {
    const on = await open(options);
    const { idToken } = await on.signUp();
    await on.ok('sendOobCode', resetRequest);
    return { ...on, idToken, oobCode: await on.mailed() };
  }

  test('[IDP-05] a reset link leads to our page and lasts an hour', async (on) => {
    await on.signUp();
    const continueUrl = 'http://localhost:3000/login?a=b';
    await on.ok('sendOobCode', { ...resetRequest, continueUrl });
    const [mail] = await on.sentMails();
    const oobCode = codeIn(mail);
    const link = linkIn(mail);
    expect(link.href).toContain('http://localhost:3000/account/action?mode=resetPassword&');
    const { apiKey } = on;
    const parameters = { mode: 'resetPassword', oobCode, apiKey, continueUrl, lang: 'en' };
    expect(Object.fromEntries(link.searchParams)).toEqual(parameters);
    on.pass(minutes(60));
    await on.refused('EXPIRED_OOB_CODE', 'resetPassword', { oobCode });
  });

  test('[IDP-05] of several who redeem one reset code at once, one does, and every session ends', async () => {
    await using on = await openWithReset();
    const { idToken, oobCode } = on;
    const passwords = ['first pass', 'second pass', 'third pass'];
    const answers = await Promise.all(
      passwords.map((newPassword) => on.post('resetPassword', { oobCode, newPassword })),
    );
    const winners = passwords.filter((_, n) => answers[n]?.status === 200);
    expect(winners).toHaveLength(1);
    await on.signIn(email, winners[0]);
    await on.over(idToken);
  });

  test('[IDP-05] a weak new password does not use the code up, a used one takes the others with it', async () => {
    await using on = await openWithReset();
    await on.ok('sendOobCode', resetRequest);
    const oobCode = await on.mailed();
    await on.refused(/^WEAK_PASSWORD/, 'resetPassword', { oobCode, newPassword: '12345' });
    await on.ok('resetPassword', { oobCode, newPassword: 'another pass 2' });
    const earlier = { oobCode: on.oobCode, newPassword: 'third pass 3' };
    await on.refused('INVALID_OOB_CODE', 'resetPassword', earlier);
  });

  test('[IDP-05] a reset link to a former address opens nothing', async () => {
    await using on = await openWithReset();
    const { idToken, oobCode } = on;
    await on.ok('update', { idToken, email: newEmail });
    await on.refused('INVALID_OOB_CODE', 'resetPassword', { oobCode, newPassword: 'another pass 2' });
  });

  test('[IDP-05] taking an address back ends the sessions of whoever changed it', async (on) => {
    const { idToken } = await on.signUp();
    const changed = await on.ok('update', { idToken, email: thief });
    const oobCode = await on.mailed();
    const described = await on.ok('resetPassword', { oobCode });
    expect(described).toMatchObject({ requestType: 'RECOVER_EMAIL', email, newEmail: thief });
    expect(await on.ok('update', { oobCode })).toMatchObject({ email, emailVerified: true });
    await on.over(changed.idToken);
  });

  test('[IDP-05] a thief who changes the address twice, and the password, keeps nothing', async () => {
    // A clock that never stands still: what one call does must count as one moment.
    let now = Date.now();
    await using on = await open({ clock: () => now++ });
    const { idToken } = await on.signUp();
    const stolen = 'stolen pass 1';
    now += 1000;
    const first = await on.ok('update', { idToken, email: thief, password: stolen });
    const wayBack = await on.mailed();
    now += 1000;
    await on.ok('update', { idToken: first.idToken, email: 'thief2@example.com' });
    const thiefsWayBack = await on.mailed();

    await on.ok('update', { oobCode: wayBack });
    await on.refused('INVALID_OOB_CODE', 'update', { oobCode: thiefsWayBack });
    await on.refused(/./, 'signInWithPassword', { email, password: stolen });
    expect(await on.reset(email, password)).toMatchObject(succeeded);
    await on.signIn();
  });

  test('[IDP-05] with private emails the answer tells nothing, and only a known address gets a mail', async () => {
    await using on = await open({ settings: { emailPrivacy: true } });
    const { idToken } = await on.signUp();
    const known = await on.ok('sendOobCode', resetRequest);
    const unknown = await on.ok('sendOobCode', { ...resetRequest, email: 'x@example.com' });
    expect(unknown).toEqual({ ...known, email: 'x@example.com' });
    expect(await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: email })).toMatchObject(succeeded);
    expect((await on.sentMails()).map(({ to }) => to)).toEqual([email]);
  });

  test('codes and refresh tokens rest in the database as hashes only', async (on) => {
    const { refreshToken } = await on.signUp();
    await on.ok('sendOobCode', resetRequest);
    const tables = [
      'identity_code',
      'identity_refresh_token',
      'identity_session',
      'identity_account',
    ] as const;
    const rows = await Promise.all(tables.map((table) => on.tables.selectFrom(table).selectAll().execute()));
    expect(rows.every((found) => found.length === 1)).toBe(true);
    const text = JSON.stringify(rows);
    for (const secret of [await on.mailed(), refreshToken, password]) {
      expect(secret).not.toBe('');
      expect(text).not.toContain(secret);
    }
  });
});

test('[IDP-05] a link leads on to our own domains only', async (on) => {
  await on.signUp();
  for (const bad of ['/login', 'nonsense', 'javascript:alert(1)', 'http://']) {
    await on.refused(/^INVALID_CONTINUE_URI( : |$)/, 'sendOobCode', { ...resetRequest, continueUrl: bad });
  }
  for (const host of ['evil.example/', 'localhost.evil.example/', 'localhost@evil.example']) {
    const foreign = { ...resetRequest, continueUrl: `http://${host}` };
    await on.refused(/^UNAUTHORIZED_DOMAIN( : |$)/, 'sendOobCode', foreign);
  }
  expect(await on.sentMails()).toEqual([]);
});

test('[IDP-09] the locale header chooses the language of the mail and of its page', async (on) => {
  const { idToken } = await on.signUp();
  for (const [locale, language] of Object.entries({
    ...{ 'bn-BD': 'bn', BN: 'bn' },
    ...{ '': 'en', 'en-GB': 'en', fr: 'en', '<script>': 'en' },
  })) {
    await on.ok('sendOobCode', resetRequest, { locale });
    const mail = (await on.sentMails()).at(-1);
    expect(linkIn(mail).searchParams.get('lang'), locale).toBe(language);
    expect(/<html lang="(\w+)">/.exec(mail?.html ?? '')?.[1], locale).toBe(language);
  }
  await on.ok('update', { idToken, email: newEmail }, { locale: 'bn' });
  const told = (await on.sentMails()).at(-1);
  expect(told).toMatchObject({ to: person.email, subject: emailMessages.bn.RECOVER_EMAIL.subject });
});

test('what stands in a link cannot break out of the mail', () => {
  const link = 'http://localhost/?a="><script>&b=1';
  const { html, text } = renderCodeEmail({
    kind: 'PASSWORD_RESET',
    language: 'en',
    to: 'a@example.com',
    link,
  });
  expect(html).not.toContain('<script>');
  expect(html).toContain('http://localhost/?a=&quot;&gt;&lt;script&gt;&amp;b=1');
  expect(html).toContain('<html lang="en">');
  expect(text).toContain('http://localhost/?a="><script>&b=1');
});

it.each(['GOOGLE_LINKED', 'METHODS_REMOVED', 'FACTOR_REMOVED'] as const)(
  '[IDP-09] %s: told in the language asked for, with the page in it',
  (kind) => {
    const site = { publicUrl: 'https://blood.example' };
    const [english, bengali] = languages.map((language) =>
      renderNoticeEmail({ kind, to: email, language, factor: appName[language] }, site),
    );
    expect(english?.html).toContain('<html lang="en">');
    expect(english?.text).toMatch(/https:\/\/blood\.example\/(login|dashboard\/account)\n/);
    expect(bengali?.html).toContain('<html lang="bn">');
    expect(bengali?.text).toMatch(/https:\/\/blood\.example\/(login|dashboard\/account)\?lang=bn\n/);
    expect(bengali?.text.replace(/https:\S+/g, '')).not.toMatch(/password|account|login|forget/i);
    expect(english?.text.includes('{factor}') || bengali?.text.includes('{factor}')).toBe(false);
  },
);
