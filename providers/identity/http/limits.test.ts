import { expect, it, onTestFinished, vi } from 'vitest';
import { createDatabaseLimiters, createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { openPostgres } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { identityMigrations } from '../schema/migrations.ts';
import {
  createTestIdentity,
  email,
  errorResponse,
  other,
  person,
  succeeded,
  successfulBodies,
} from '../testing/test-identity.ts';
import { createLimits } from './limits.ts';

const tooMany = 'TOO_MANY_ATTEMPTS_TRY_LATER';
const call = 'signInWithPassword';
const wrong = { ...person, password: 'wrong' };

/** Opens a provider with one account. `limitScale` multiplies every limit. */
async function openWithAccount(limitScale = 1) {
  const idp = await createTestIdentity({ limitScale });
  const request = (requestType: string) => ({ requestType, email, continueUrl: 'http://localhost/' });
  idp.setClientAddress('owner');
  await idp.signUp();
  return {
    ...idp,
    request,
    /** Requests an email to the account. */
    requestEmail: (requestType: string) => idp.ok('sendOobCode', request(requestType)),
    expectEmailLimited: (requestType: string) =>
      idp.expectError(tooMany, 'sendOobCode', request(requestType)),
    countEmails: async () => (await idp.sentEmails(email)).length,
    redeemLink: async () =>
      idp.ok('signInWithEmailLink', { email, oobCode: await idp.emailedCode(email, 'signIn') }),
    async guessFrom(addresses: number) {
      for (let n = 0; n < addresses; n++) {
        idp.setClientAddress(`stranger ${n}`);
        await idp.expectError('INVALID_PASSWORD', call, wrong);
      }
    },
  };
}
const test = testWith(openWithAccount);

test('[IDP-12] blocks an account for a requester after ten wrong passwords, but not other accounts', async (idp) => {
  await idp.signUp(other);
  for (let tries = 0; tries < 10; tries++) await idp.expectError('INVALID_PASSWORD', call, wrong);
  const { headers } = await idp.expectError(tooMany, call, person);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  await idp.signIn(other);
});

test('counts concurrent guesses like sequential ones', async (idp) => {
  const guesses = [...Array.from({ length: 30 }, () => wrong), person];
  const responses = await Promise.all(guesses.map((guess) => idp.post(call, guess)));
  expect(responses.at(-1)).toMatchObject(errorResponse(tooMany));
});

test('does not count correct passwords: many members can sign in from one address', async () => {
  await using idp = await openWithAccount(0.5);
  expect(successfulBodies(await idp.repeat(40, call, person))).toHaveLength(40);
});

test('limits sign-ups from one address', async () => {
  // This scale allows three sign-ups and five calls.
  await using idp = await createTestIdentity({ limitScale: 0.0015 });
  for (const name of ['a', 'b', 'c']) await idp.signUp(`${name}@example.com`);
  await idp.expectError(tooMany, 'signUp', { ...person, email: 'd@example.com' });
});

test('[IDP-05] limits emails to one person, separately for each kind', async () => {
  // This scale allows one email.
  await using idp = await openWithAccount(0.1);
  await idp.requestEmail('PASSWORD_RESET');
  await idp.expectEmailLimited('PASSWORD_RESET');
  expect(await idp.sentEmails()).toHaveLength(1);
  await idp.requestEmail('EMAIL_SIGNIN');
});

test('counts wrong passwords across the processes on one database', async () => {
  const open = () => openPostgres([identityMigrations]);
  await using idp = await createTestIdentity({ open, limitersOf: createDatabaseLimiters });
  idp.setClientAddress('192.0.2.1');
  await idp.signUp();
  const otherProcess = createLimits(createDatabaseLimiters(idp.db)).passwords;
  for (let tries = 0; tries < 10; tries++) await otherProcess.recordFailure('192.0.2.1', email);
  await idp.expectError(tooMany, call, person);
  await otherProcess.recordSuccess('192.0.2.1', email);
  await idp.signIn();
});

test('[IDP-12] a stranger who exhausts every limit does not block the owner from password, link and reset', async (idp) => {
  idp.setClientAddress('stranger');
  for (let calls = 0; calls < 20; calls++) {
    await idp.post(call, wrong);
    await idp.post('sendOobCode', idp.request('EMAIL_SIGNIN'));
    await idp.post('sendOobCode', idp.request('PASSWORD_RESET'));
  }
  await idp.expectError(tooMany, call, person);
  await idp.expectEmailLimited('EMAIL_SIGNIN');
  await idp.expectEmailLimited('PASSWORD_RESET');
  idp.setClientAddress('owner');
  const before = await idp.countEmails();
  await idp.signIn();
  await idp.requestEmail('EMAIL_SIGNIN');
  await idp.requestEmail('PASSWORD_RESET');
  expect(await idp.countEmails()).toBe(before + 2);
  await idp.redeemLink();
});

for (const kind of ['EMAIL_SIGNIN', 'PASSWORD_RESET']) {
  test(`[IDP-12] many requests for an email (${kind}) do not flood the mailbox; its owner has a valid one`, async (idp) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let n = 0; n < 59; n++) {
      idp.setClientAddress(`stranger ${n}`);
      await idp.requestEmail(kind);
    }
    const requestAndExpect = async (expectedEmails: number) => {
      await idp.requestEmail(kind);
      expect(await idp.countEmails()).toBe(expectedEmails);
    };
    idp.setClientAddress('stranger 59');
    // The limit is twenty, then one per minute.
    await requestAndExpect(21);
    idp.setClientAddress('owner');
    await requestAndExpect(21);
    for (const expectedEmails of [22, 22]) {
      vi.setSystemTime(Date.now() + 61_000);
      idp.advanceClock(61_000);
      await requestAndExpect(expectedEmails);
    }
    if (kind === 'EMAIL_SIGNIN') await idp.redeemLink();
    // Without a valid code another email is sent, but only one.
    const before = await idp.countEmails();
    await idp.tables.deleteFrom('identity_code').execute();
    await Promise.all([idp.requestEmail(kind), idp.requestEmail(kind), idp.requestEmail(kind)]);
    expect(await idp.countEmails()).toBe(before + 1);
  });

  test(`[IDP-12] two strangers who request the maximum of emails (${kind}) do not block the owner`, async (idp) => {
    for (const stranger of ['stranger 1', 'stranger 2']) {
      idp.setClientAddress(stranger);
      for (let n = 0; n < 10; n++) await idp.requestEmail(kind);
      await idp.expectEmailLimited(kind);
    }
    expect(await idp.countEmails()).toBe(20);
    idp.setClientAddress('owner');
    await idp.requestEmail(kind);
    expect(await idp.countEmails()).toBe(21);
  });
}

test('[IDP-12] guesses from many addresses block passwords from unknown ones; mailbox access unblocks', async () => {
  // This scale allows two wrong passwords from an address, 20 for the account.
  await using idp = await openWithAccount(0.2);
  await idp.signIn();
  await idp.guessFrom(20);
  idp.setClientAddress('by reset');
  await idp.expectError(tooMany, call, person);
  const newPassword = 'another horse 2';
  await idp.requestEmail('PASSWORD_RESET');
  await idp.ok('resetPassword', { oobCode: await idp.emailedCode(email, 'resetPassword'), newPassword });
  await idp.signIn(email, newPassword);
  idp.setClientAddress('by link');
  await idp.expectError(tooMany, call, { email, password: newPassword });
  await idp.requestEmail('EMAIL_SIGNIN');
  await idp.redeemLink();
  await idp.signIn(email, newPassword);
  idp.setClientAddress('owner');
  await idp.signIn(email, newPassword);
});

it.each([
  ['a confirmed change', 'update'],
  ['our own page', 'confirmEmail'],
  ['a link', 'signInWithEmailLink'],
])(
  '[IDP-05] limits the notifications to an address that accounts are moved away from: %s',
  async (_, leave) => {
    // This scale allows two emails of a kind to a person per requester.
    await using idp = await createTestIdentity({ limitScale: 0.2 });
    for (let n = 0; n < 3; n++) {
      const newEmail = `other-${n}@example.com`;
      const { idToken } = await idp.signUp();
      const usesLink = leave === 'signInWithEmailLink';
      const change = () => idp.requestCode('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail });
      const oobCode = usesLink
        ? await idp.requestLinkCode(newEmail)
        : await change().then(() => idp.emailedCode(newEmail));
      const body = { oobCode, ...(leave !== 'update' && { idToken, email: newEmail }) };
      await (n < 2 ? idp.ok(leave, body) : idp.expectError(tooMany, leave, body));
    }
    expect(await idp.sentEmails(email)).toHaveLength(2);
  },
);

test('[IDP-12] limits the emails to an address that many accounts want to change to', async () => {
  await using idp = await createTestIdentity();
  for (let n = 0; n < 22; n++) {
    idp.setClientAddress(`stranger ${n}`);
    const { idToken } = await idp.signUp(`${n}@example.com`);
    const response = await idp.requestCode('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: email });
    expect(response).toMatchObject(n < 20 ? succeeded : errorResponse(tooMany));
  }
  expect(await idp.sentEmails(email)).toHaveLength(20);
});

test('[IDP-12] counts second-factor codes by account and by requester', async () => {
  const { secondFactors } = createLimits(createMemoryLimiters());
  const attempts = (address: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => secondFactors.attempt(address, 'account')));
  await attempts('stranger', 10);
  await expect(attempts('stranger', 1)).rejects.toThrow('too-many-requests');
  await attempts('owner', 1);
  await secondFactors.recordSuccess('owner', 'account');
  for (let n = 0; n < 3; n++) await attempts(`stranger ${n}`, 10);
  await attempts('another stranger', 9);
  await expect(attempts('unknown', 1)).rejects.toThrow('too-many-requests');
  await attempts('owner', 10);
});
