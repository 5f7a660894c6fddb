import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';
import { composeMail } from './mails.ts';
import { words } from './words.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const fine = { status: 200 };

async function signUp(identity: TestIdentity): Promise<string> {
  return String((await identity.post('/v1/accounts:signUp', person)).body.idToken);
}

/** Asks for a code and takes it out of the mail. */
async function mailedCode(identity: TestIdentity, request: object): Promise<string> {
  expect(await identity.post('/v1/accounts:sendOobCode', request)).toMatchObject(fine);
  return (await newestLink(identity)).searchParams.get('oobCode') ?? '';
}

async function newestLink(identity: TestIdentity): Promise<URL> {
  const mail = (await identity.sentMails()).at(-1);
  return new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}

const resetRequest = { requestType: 'PASSWORD_RESET', email: person.email };

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-05] a reset link leads to our page and lasts an hour', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    await signUp(identity);
    const oobCode = await mailedCode(identity, {
      ...resetRequest,
      continueUrl: 'http://localhost:3000/login?a=b',
    });
    const link = await newestLink(identity);
    expect(link.href).toContain('http://localhost:3000/account/action?mode=resetPassword&');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      mode: 'resetPassword',
      oobCode,
      apiKey: identity.apiKey,
      continueUrl: 'http://localhost:3000/login?a=b',
      lang: 'en',
    });
    now += minutes(60);
    expect(await identity.post('/v1/accounts:resetPassword', { oobCode })).toMatchObject(
      refusal('EXPIRED_OOB_CODE'),
    );
  });

  test('[IDP-05] of several who redeem one reset code at once, one does, and every session ends', async () => {
    await using identity = await openIdentity({ open });
    const idToken = await signUp(identity);
    const oobCode = await mailedCode(identity, resetRequest);
    const passwords = ['first pass', 'second pass', 'third pass'];
    const answers = await Promise.all(
      passwords.map((newPassword) => identity.post('/v1/accounts:resetPassword', { oobCode, newPassword })),
    );
    const winners = passwords.filter((_, n) => answers[n]?.status === 200);
    expect(winners).toHaveLength(1);
    const signIn = { email: person.email, password: winners[0] };
    expect(await identity.post('/v1/accounts:signInWithPassword', signIn)).toMatchObject(fine);
    expect(await identity.post('/v1/accounts:lookup', { idToken })).toMatchObject(refusal('TOKEN_EXPIRED'));
  });

  test('[IDP-05] a weak new password does not use the code up, a used one takes the others with it', async () => {
    await using identity = await openIdentity({ open });
    await signUp(identity);
    const other = await mailedCode(identity, resetRequest);
    const oobCode = await mailedCode(identity, resetRequest);
    const reset = (code: string, newPassword: string) =>
      identity.post('/v1/accounts:resetPassword', { oobCode: code, newPassword });
    expect(await reset(oobCode, '12345')).toMatchObject({ status: 400 });
    expect(await reset(oobCode, 'another pass 2')).toMatchObject(fine);
    expect(await reset(other, 'third pass 3')).toMatchObject(refusal('INVALID_OOB_CODE'));
  });

  test('[IDP-05] a reset link to a former address opens nothing', async () => {
    await using identity = await openIdentity({ open });
    const idToken = await signUp(identity);
    const oobCode = await mailedCode(identity, resetRequest);
    await identity.post('/v1/accounts:update', { idToken, email: 'new@example.com' });
    expect(
      await identity.post('/v1/accounts:resetPassword', { oobCode, newPassword: 'another pass 2' }),
    ).toMatchObject(refusal('INVALID_OOB_CODE'));
  });

  test('[IDP-05] taking an address back ends the sessions of whoever changed it', async () => {
    await using identity = await openIdentity({ open });
    const idToken = await signUp(identity);
    const thief = await identity.post('/v1/accounts:update', { idToken, email: 'thief@example.com' });
    const oobCode = (await newestLink(identity)).searchParams.get('oobCode');
    expect(await identity.post('/v1/accounts:resetPassword', { oobCode })).toMatchObject({
      body: { requestType: 'RECOVER_EMAIL', email: person.email, newEmail: 'thief@example.com' },
    });
    expect(await identity.post('/v1/accounts:update', { oobCode })).toMatchObject({
      body: { email: person.email, emailVerified: true },
    });
    expect(await identity.post('/v1/accounts:lookup', { idToken: thief.body.idToken })).toMatchObject(
      refusal('TOKEN_EXPIRED'),
    );
  });

  test('[IDP-05] a thief who changes the address twice, and the password, keeps nothing', async () => {
    // A clock that never stands still: what one call does must count as one moment.
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now++ });
    const idToken = await signUp(identity);
    const theirs = { email: 'thief@example.com', password: 'stolen pass 1' };
    now += 1000;
    const first = await identity.post('/v1/accounts:update', { idToken, ...theirs });
    const wayBack = (await newestLink(identity)).searchParams.get('oobCode');
    now += 1000;
    const second = { idToken: first.body.idToken, email: 'thief2@example.com' };
    expect(await identity.post('/v1/accounts:update', second)).toMatchObject(fine);
    const thiefsWayBack = (await newestLink(identity)).searchParams.get('oobCode');

    expect(await identity.post('/v1/accounts:update', { oobCode: wayBack })).toMatchObject(fine);
    expect(await identity.post('/v1/accounts:update', { oobCode: thiefsWayBack })).toMatchObject(
      refusal('INVALID_OOB_CODE'),
    );
    const signIn = { ...theirs, email: person.email };
    expect(await identity.post('/v1/accounts:signInWithPassword', signIn)).toMatchObject({ status: 400 });
    const oobCode = await mailedCode(identity, resetRequest);
    const reset = { oobCode, newPassword: person.password };
    expect(await identity.post('/v1/accounts:resetPassword', reset)).toMatchObject(fine);
    expect(await identity.post('/v1/accounts:signInWithPassword', person)).toMatchObject(fine);
  });

  test('[IDP-05] an address taken back by a slip of the finger keeps its password', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const idToken = await signUp(identity);
    now += 1000;
    await identity.post('/v1/accounts:update', { idToken, email: 'new@example.com' });
    const oobCode = (await newestLink(identity)).searchParams.get('oobCode');
    expect(await identity.post('/v1/accounts:update', { oobCode })).toMatchObject(fine);
    expect(await identity.post('/v1/accounts:signInWithPassword', person)).toMatchObject(fine);
  });

  test('[IDP-05] with private emails the answer tells nothing, and only a known address gets a mail', async () => {
    await using identity = await openIdentity({ open, settings: { emailPrivacy: true } });
    const idToken = await signUp(identity);
    const known = await identity.post('/v1/accounts:sendOobCode', resetRequest);
    const unknown = await identity.post('/v1/accounts:sendOobCode', {
      ...resetRequest,
      email: 'x@example.com',
    });
    expect(known).toMatchObject(fine);
    expect(unknown.body).toEqual({ ...known.body, email: 'x@example.com' });
    const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: person.email };
    expect(await identity.post('/v1/accounts:sendOobCode', change)).toMatchObject(fine);
    expect((await identity.sentMails()).map(({ to }) => to)).toEqual([person.email]);
  });

  test('codes and refresh tokens rest in the database as hashes only', async () => {
    await using identity = await openIdentity({ open });
    const { body } = await identity.post('/v1/accounts:signUp', person);
    const oobCode = await mailedCode(identity, resetRequest);
    const db = identity.db.withTables<Record<string, Record<string, unknown>>>();
    const rows = await Promise.all(
      ['identity_code', 'identity_refresh_token', 'identity_session', 'identity_account'].map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(rows.every((found) => found.length === 1)).toBe(true);
    const text = JSON.stringify(rows);
    for (const secret of [oobCode, String(body.refreshToken), person.password])
      expect(text).not.toContain(secret);
  });
});

test('[IDP-05] a link leads on to our own domains only', async () => {
  await using identity = await openIdentity();
  await signUp(identity);
  const messageFor = async (continueUrl: string) => {
    const { body } = await identity.post('/v1/accounts:sendOobCode', { ...resetRequest, continueUrl });
    return (body.error as { message: string }).message.split(' : ')[0];
  };
  for (const bad of ['/login', 'nonsense', 'javascript:alert(1)', 'http://']) {
    expect(await messageFor(bad)).toBe('INVALID_CONTINUE_URI');
  }
  for (const foreign of [
    'http://evil.example/',
    'http://localhost.evil.example/',
    'http://localhost@evil.example',
  ]) {
    expect(await messageFor(foreign)).toBe('UNAUTHORIZED_DOMAIN');
  }
  expect(await identity.sentMails()).toEqual([]);
});

test('[IDP-09] the locale header chooses the language of the mail and of its page', async () => {
  await using identity = await openIdentity();
  const idToken = await signUp(identity);
  const languages = async (locale: string) => {
    await identity.post('/v1/accounts:sendOobCode', resetRequest, { locale });
    const html = (await identity.sentMails()).at(-1)?.html;
    return [
      (await newestLink(identity)).searchParams.get('lang'),
      /<html lang="(\w+)">/.exec(html ?? '')?.[1],
    ];
  };
  expect(await languages('bn-BD')).toEqual(['bn', 'bn']);
  expect(await languages('BN')).toEqual(['bn', 'bn']);
  for (const other of ['', 'en-GB', 'fr', '<script>']) expect(await languages(other)).toEqual(['en', 'en']);

  await identity.post('/v1/accounts:update', { idToken, email: 'new@example.com' }, { locale: 'bn' });
  const told = (await identity.sentMails()).at(-1);
  expect(told).toMatchObject({ to: person.email, subject: words.bn.RECOVER_EMAIL.subject });
});

test('what stands in a link cannot break out of the mail', () => {
  const link = 'http://localhost/?a="><script>&b=1';
  const { html, text } = composeMail({
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
