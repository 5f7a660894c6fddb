import { expect, it, onTestFinished, vi } from 'vitest';
import { createDatabaseLimiters } from '#platform/security/rate-limits.ts';
import { openPostgres } from '#platform/testing/databases.ts';
import { identityMigrations } from '../schema/migrations.ts';
import {
  accepted,
  createTestIdentity,
  email,
  other,
  person,
  rejection,
  succeeded,
  testWith,
} from '../testing/test-identity.ts';
import { createLimits } from './limits.ts';

const tooMany = 'TOO_MANY_ATTEMPTS_TRY_LATER';
const call = 'signInWithPassword';
const wrong = { ...person, password: 'wrong' };

/** A provider with one account; `limitScale` multiplies every limit. */
async function openWithAccount(limitScale = 1) {
  const on = await createTestIdentity({ limitScale });
  const request = (requestType: string) => ({ requestType, email, continueUrl: 'http://localhost/' });
  on.from('owner');
  await on.signUp();
  return {
    ...on,
    request,
    /** Asks for an email to the account. */
    askFor: (requestType: string) => on.ok('sendOobCode', request(requestType)),
    refusedFor: (requestType: string) => on.refused(tooMany, 'sendOobCode', request(requestType)),
    countMails: async () => (await on.sentMails(email)).length,
    redeemLink: async () =>
      on.ok('signInWithEmailLink', { email, oobCode: await on.mailed(email, 'signIn') }),
    async guessFrom(addresses: number) {
      for (let n = 0; n < addresses; n++) {
        on.from(`stranger ${n}`);
        await on.refused('INVALID_PASSWORD', call, wrong);
      }
    },
  };
}
const test = testWith(openWithAccount);

test('[IDP-12] after ten wrong passwords an account takes none for a while, other accounts do', async (on) => {
  await on.signUp(other);
  for (let tries = 0; tries < 10; tries++) await on.refused('INVALID_PASSWORD', call, wrong);
  const { headers } = await on.refused(tooMany, call, person);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  await on.signIn(other);
});

test('guesses sent all at once gain nothing over guesses one by one', async (on) => {
  const guesses = [...Array.from({ length: 30 }, () => wrong), person];
  const answers = await Promise.all(guesses.map((guess) => on.post(call, guess)));
  expect(answers.at(-1)).toMatchObject(rejection(tooMany));
});

test('right passwords count for nothing: many members may sign in from one address', async () => {
  await using on = await openWithAccount(0.5);
  expect(accepted(await on.repeat(40, call, person))).toHaveLength(40);
});

test('sign-ups from one address have their limit', async () => {
  // At this scale three sign-ups and five calls are let through.
  await using on = await createTestIdentity({ limitScale: 0.0015 });
  for (const name of ['a', 'b', 'c']) await on.signUp(`${name}@example.com`);
  await on.refused(tooMany, 'signUp', { ...person, email: 'd@example.com' });
});

test('calls of the administrator, who acts for all visitors, have no limit', async () => {
  // At this scale five calls from an address are let through.
  await using on = await createTestIdentity({ limitScale: 0.0015 });
  const path = '/v1/projects/blood-buddies/accounts:lookupSession';
  for (let calls = 0; calls < 10; calls += 1) {
    await on.ok(path, { localId: 'nobody' }, { bearer: on.adminToken });
  }
  await on.signUp();
});

test('[IDP-05] emails to one person have their limit, and each kind is counted by itself', async () => {
  // At this scale one mail.
  await using on = await openWithAccount(0.1);
  await on.askFor('PASSWORD_RESET');
  await on.refusedFor('PASSWORD_RESET');
  expect(await on.sentMails()).toHaveLength(1);
  await on.askFor('EMAIL_SIGNIN');
});

test('processes on one database count wrong passwords together', async () => {
  const open = () => openPostgres([identityMigrations]);
  await using on = await createTestIdentity({ open, limitersOf: createDatabaseLimiters });
  on.from('192.0.2.1');
  await on.signUp();
  const elsewhere = createLimits(createDatabaseLimiters(on.db)).passwords;
  for (let tries = 0; tries < 10; tries++) await elsewhere.wrong('192.0.2.1', email);
  await on.refused(tooMany, call, person);
  await elsewhere.right('192.0.2.1', email);
  await on.signIn();
});

test('[IDP-12] a stranger who uses up every limit locks nobody else out of password, link and reset', async (on) => {
  on.from('stranger');
  for (let calls = 0; calls < 20; calls++) {
    await on.post(call, wrong);
    await on.post('sendOobCode', on.request('EMAIL_SIGNIN'));
    await on.post('sendOobCode', on.request('PASSWORD_RESET'));
  }
  await on.refused(tooMany, call, person);
  await on.refusedFor('EMAIL_SIGNIN');
  await on.refusedFor('PASSWORD_RESET');
  on.from('owner');
  const before = await on.countMails();
  await on.signIn();
  await on.askFor('EMAIL_SIGNIN');
  await on.askFor('PASSWORD_RESET');
  expect(await on.countMails()).toBe(before + 2);
  await on.redeemLink();
});

for (const kind of ['EMAIL_SIGNIN', 'PASSWORD_RESET']) {
  test(`[IDP-12] many who ask for the same email (${kind}) fill no mailbox, and its owner always has one that works`, async (on) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let n = 0; n < 59; n++) {
      on.from(`stranger ${n}`);
      await on.askFor(kind);
    }
    const askOnce = async (mails: number) => {
      await on.askFor(kind);
      expect(await on.countMails()).toBe(mails);
    };
    on.from('stranger 59');
    // Twenty, and one a minute from then on.
    await askOnce(21);
    on.from('owner');
    await askOnce(21);
    for (const mails of [22, 22]) {
      vi.setSystemTime(Date.now() + 61_000);
      on.pass(61_000);
      await askOnce(mails);
    }
    if (kind === 'EMAIL_SIGNIN') await on.redeemLink();
    // Without one that works another is sent, one at a time.
    const before = await on.countMails();
    await on.tables.deleteFrom('identity_code').execute();
    await Promise.all([on.askFor(kind), on.askFor(kind), on.askFor(kind)]);
    expect(await on.countMails()).toBe(before + 1);
  });

  test(`[IDP-12] two strangers who ask for as many emails (${kind}) as they can hold back none of the owner`, async (on) => {
    for (const stranger of ['stranger 1', 'stranger 2']) {
      on.from(stranger);
      for (let n = 0; n < 10; n++) await on.askFor(kind);
      await on.refusedFor(kind);
    }
    expect(await on.countMails()).toBe(20);
    on.from('owner');
    await on.askFor(kind);
    expect(await on.countMails()).toBe(21);
  });
}

test('[IDP-12] guesses from many addresses stop password sign-in from unknown ones; whoever has read the mailbox signs in', async () => {
  // At this scale two wrong ones from an address, 20 for the account.
  await using on = await openWithAccount(0.2);
  await on.signIn();
  await on.guessFrom(20);
  on.from('by reset');
  await on.refused(tooMany, call, person);
  const newPassword = 'another horse 2';
  await on.askFor('PASSWORD_RESET');
  await on.ok('resetPassword', { oobCode: await on.mailed(email, 'resetPassword'), newPassword });
  await on.signIn(email, newPassword);
  on.from('by link');
  await on.refused(tooMany, call, { email, password: newPassword });
  await on.askFor('EMAIL_SIGNIN');
  await on.redeemLink();
  await on.signIn(email, newPassword);
  on.from('owner');
  await on.signIn(email, newPassword);
});

it.each([
  ['a confirmed change', 'update'],
  ['our own page', 'confirmEmail'],
  ['a link', 'signInWithEmailLink'],
])(
  '[IDP-05] accounts that come from an address and leave it make the site write to it only so often: %s',
  async (_, leave) => {
    // At this scale two emails of a kind to a person, by one requester.
    await using on = await createTestIdentity({ limitScale: 0.2 });
    for (let n = 0; n < 3; n++) {
      const newEmail = `other-${n}@example.com`;
      const { idToken } = await on.signUp();
      const byLink = leave === 'signInWithEmailLink';
      const change = () => on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail });
      const oobCode = byLink ? await on.linkTo(newEmail) : await change().then(() => on.mailed(newEmail));
      const body = { oobCode, ...(leave !== 'update' && { idToken, email: newEmail }) };
      await (n < 2 ? on.ok(leave, body) : on.refused(tooMany, leave, body));
    }
    expect(await on.sentMails(email)).toHaveLength(2);
  },
);

test('[IDP-12] an address that many want to change to gets no more than its share', async () => {
  await using on = await createTestIdentity();
  for (let n = 0; n < 22; n++) {
    on.from(`stranger ${n}`);
    const { idToken } = await on.signUp(`${n}@example.com`);
    const answer = await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: email });
    expect(answer).toMatchObject(n < 20 ? succeeded : rejection(tooMany));
  }
  expect(await on.sentMails(email)).toHaveLength(20);
});

test('[IDP-12] codes of a second factor are counted by who tries them, too', async () => {
  const { secondFactors } = createLimits();
  const attempts = (address: string, most: number) =>
    Promise.all(Array.from({ length: most }, () => secondFactors.attempt(address, 'account')));
  await attempts('stranger', 10);
  await expect(attempts('stranger', 1)).rejects.toThrow(tooMany);
  await attempts('owner', 1);
  await secondFactors.right('owner', 'account');
  for (let n = 0; n < 3; n++) await attempts(`stranger ${n}`, 10);
  await attempts('another stranger', 9);
  await expect(attempts('unknown', 1)).rejects.toThrow(tooMany);
  await attempts('owner', 10);
});

test('[IDP-04] strangers who text a number use up nothing of its second factor', async () => {
  const limits = createLimits();
  const asked = { address: 'stranger', phoneNumber: '+8801712345678', callingCode: '880' };
  for (let n = 0; n < 5; n++) await limits.text({ ...asked, known: false });
  await expect(limits.text({ ...asked, known: false })).rejects.toThrow(tooMany);
  await limits.text({ ...asked, address: 'owner', known: true });
});
