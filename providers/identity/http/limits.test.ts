import { expect, onTestFinished, test, vi } from 'vitest';
import { limitersInDatabase } from '#platform/limits.ts';
import { openPostgres } from '#platform/testing/databases.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { openIdentity } from '../testing/test-identity.ts';
import { createLimits } from './limits.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const wrong = { ...person, password: 'wrong' };
const tooMany = { status: 400, body: { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } } };

test('[IDP-12] after ten wrong passwords an account takes none for a while, other accounts do', async () => {
  await using identity = await openIdentity();
  const signIn = (body: object) => identity.post('/v1/accounts:signInWithPassword', body);
  await identity.post('/v1/accounts:signUp', person);
  await identity.post('/v1/accounts:signUp', { ...person, email: 'karim@example.com' });
  for (let tries = 0; tries < 10; tries++) expect((await signIn(wrong)).body).not.toMatchObject(tooMany.body);
  const refused = await signIn(person);
  expect(refused).toMatchObject(tooMany);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await signIn({ ...person, email: 'karim@example.com' })).toMatchObject({ status: 200 });
});

test('guesses sent all at once gain nothing over guesses one by one', async () => {
  await using identity = await openIdentity();
  await identity.post('/v1/accounts:signUp', person);
  const guesses = [...Array.from({ length: 30 }, () => wrong), person];
  const answers = await Promise.all(guesses.map((g) => identity.post('/v1/accounts:signInWithPassword', g)));
  expect(answers.at(-1)).toMatchObject(tooMany);
});

test('right passwords count for nothing: many members may sign in from one address', async () => {
  await using identity = await openIdentity({ limitScale: 0.5 });
  await identity.post('/v1/accounts:signUp', person);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => identity.post('/v1/accounts:signInWithPassword', person)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('sign-ups from one address have their limit', async () => {
  // At this scale three sign-ups and five calls are let through.
  await using identity = await openIdentity({ limitScale: 0.0015 });
  for (const name of ['a', 'b', 'c']) {
    const account = { ...person, email: `${name}@example.com` };
    expect(await identity.post('/v1/accounts:signUp', account)).toMatchObject({ status: 200 });
  }
  const fourth = { ...person, email: 'd@example.com' };
  expect(await identity.post('/v1/accounts:signUp', fourth)).toMatchObject(tooMany);
});

test('calls of the administrator, who acts for all visitors, have no limit', async () => {
  // At this scale five calls from an address are let through.
  await using identity = await openIdentity({ limitScale: 0.0015 });
  const path = '/v1/projects/blood-buddies/accounts:lookupSession';
  for (let calls = 0; calls < 10; calls += 1) {
    const bearer = identity.adminToken;
    expect(await identity.post(path, { localId: 'nobody' }, { bearer })).toMatchObject({ status: 200 });
  }
  expect(await identity.post('/v1/accounts:signUp', person)).toMatchObject({ status: 200 });
});

test('emails to one person have their limit', async () => {
  // At this scale one mail.
  await using identity = await openIdentity({ limitScale: 0.1 });
  expect(await identity.post('/v1/accounts:signUp', person)).toMatchObject({ status: 200 });
  const reset = { requestType: 'PASSWORD_RESET', email: person.email };
  expect(await identity.post('/v1/accounts:sendOobCode', reset)).toMatchObject({ status: 200 });
  expect(await identity.post('/v1/accounts:sendOobCode', reset)).toMatchObject(tooMany);
  expect(await identity.sentMails()).toHaveLength(1);
});

test('processes on one database count wrong passwords together', async () => {
  await using identity = await openIdentity({
    open: () => openPostgres([identityMigrations]),
    limitersOf: limitersInDatabase,
    clientAddress: () => '192.0.2.1',
  });
  await identity.post('/v1/accounts:signUp', person);
  const elsewhere = createLimits(limitersInDatabase(identity.db)).passwords;
  for (let tries = 0; tries < 10; tries++) await elsewhere.wrong('192.0.2.1', person.email);
  const signIn = () => identity.post('/v1/accounts:signInWithPassword', person);
  expect(await signIn()).toMatchObject(tooMany);
  await elsewhere.right('192.0.2.1', person.email);
  expect(await signIn()).toMatchObject({ status: 200 });
});

/** A provider that is called from whichever address `from` was told last. */
async function openFrom(limitScale = 1) {
  let address = 'owner';
  const identity = await openIdentity({ limitScale, clientAddress: () => address });
  const from = (next: string) => {
    address = next;
  };
  const call = (name: string, body: object) => identity.post(`/v1/accounts:${name}`, body);
  const ask = (requestType: string, more: object = {}) =>
    call('sendOobCode', { requestType, email: person.email, continueUrl: 'http://localhost/', ...more });
  const mails = async () => (await identity.sentMails()).filter(({ to }) => to === person.email).length;
  /** Redeems the newest sign-in link in the mailbox. */
  async function redeemLink() {
    const links = (await identity.sentMails())
      .map(({ text }) => new URL(/https?:\S+/.exec(text)?.[0] ?? ''))
      .filter(({ searchParams }) => searchParams.get('mode') === 'signIn');
    const oobCode = links.at(-1)?.searchParams.get('oobCode');
    return call('signInWithEmailLink', { email: person.email, oobCode });
  }
  return {
    identity,
    from,
    call,
    ask,
    mails,
    redeemLink,
    [Symbol.asyncDispose]: identity[Symbol.asyncDispose],
  };
}

test('[IDP-12] a stranger who uses up every limit locks nobody else out of password, link and reset', async () => {
  await using on = await openFrom();
  await on.call('signUp', person);
  on.from('stranger');
  for (let calls = 0; calls < 20; calls++) {
    await on.call('signInWithPassword', wrong);
    await on.ask('EMAIL_SIGNIN');
    await on.ask('PASSWORD_RESET');
  }
  expect(await on.call('signInWithPassword', person)).toMatchObject(tooMany);
  expect(await on.ask('EMAIL_SIGNIN')).toMatchObject(tooMany);
  expect(await on.ask('PASSWORD_RESET')).toMatchObject(tooMany);

  on.from('owner');
  const before = await on.mails();
  expect(await on.call('signInWithPassword', person)).toMatchObject({ status: 200 });
  expect(await on.ask('EMAIL_SIGNIN')).toMatchObject({ status: 200 });
  expect(await on.ask('PASSWORD_RESET')).toMatchObject({ status: 200 });
  expect(await on.mails()).toBe(before + 2);
  expect(await on.redeemLink()).toMatchObject({ status: 200 });
});

test('[IDP-05] each kind of email is counted by itself', async () => {
  await using on = await openFrom(0.1);
  await on.call('signUp', person);
  expect(await on.ask('PASSWORD_RESET')).toMatchObject({ status: 200 });
  expect(await on.ask('PASSWORD_RESET')).toMatchObject(tooMany);
  expect(await on.ask('EMAIL_SIGNIN')).toMatchObject({ status: 200 });
});

test('[IDP-12] guesses from many addresses stop password sign-in from unknown ones, nothing else', async () => {
  // At this scale two wrong ones from an address, 20 for the account.
  await using on = await openFrom(0.2);
  await on.call('signUp', person);
  expect(await on.call('signInWithPassword', person)).toMatchObject({ status: 200 });
  for (let n = 0; n < 20; n++) {
    on.from(`stranger ${n}`);
    expect((await on.call('signInWithPassword', wrong)).body).not.toMatchObject(tooMany.body);
  }
  on.from('elsewhere');
  expect(await on.call('signInWithPassword', person)).toMatchObject(tooMany);
  expect(await on.ask('EMAIL_SIGNIN')).toMatchObject({ status: 200 });
  expect(await on.ask('PASSWORD_RESET')).toMatchObject({ status: 200 });
  on.from('owner');
  expect(await on.call('signInWithPassword', person)).toMatchObject({ status: 200 });
});

test.for(['EMAIL_SIGNIN', 'PASSWORD_RESET'])(
  '[IDP-12] many who ask for the same email (%s) fill no mailbox, and its owner always has one that works',
  async (kind) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await using on = await openFrom();
    await on.call('signUp', person);
    for (let n = 0; n < 60; n++) {
      on.from(`stranger ${n}`);
      expect(await on.ask(kind)).toMatchObject({ status: 200 });
    }
    // Twenty, and one a minute from then on.
    expect(await on.mails()).toBe(21);
    on.from('owner');
    expect(await on.ask(kind)).toMatchObject({ status: 200 });
    expect(await on.mails()).toBe(21);

    vi.setSystemTime(Date.now() + 61_000);
    expect(await on.ask(kind)).toMatchObject({ status: 200 });
    expect(await on.mails()).toBe(22);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await on.ask(kind)).toMatchObject({ status: 200 });
    expect(await on.mails()).toBe(22);

    if (kind === 'EMAIL_SIGNIN') expect(await on.redeemLink()).toMatchObject({ status: 200 });
    // Without one that works another is sent, one at a time.
    const before = await on.mails();
    const db = on.identity.db.withTables<IdentityTables>();
    await db.deleteFrom('identity_code').execute();
    const answers = await Promise.all([on.ask(kind), on.ask(kind), on.ask(kind)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await on.mails()).toBe(before + 1);
  },
);

test.for(['EMAIL_SIGNIN', 'PASSWORD_RESET'])(
  '[IDP-12] two strangers who ask for as many emails (%s) as they can hold back none of the owner',
  async (kind) => {
    await using on = await openFrom();
    await on.call('signUp', person);
    for (const stranger of ['stranger 1', 'stranger 2']) {
      on.from(stranger);
      for (let n = 0; n < 10; n++) expect(await on.ask(kind)).toMatchObject({ status: 200 });
      expect(await on.ask(kind)).toMatchObject(tooMany);
    }
    expect(await on.mails()).toBe(20);
    on.from('owner');
    expect(await on.ask(kind)).toMatchObject({ status: 200 });
    expect(await on.mails()).toBe(21);
  },
);

test('[IDP-12] whoever has read the mailbox signs in with a password in spite of all guesses', async () => {
  await using on = await openFrom(0.2);
  await on.call('signUp', person);
  for (let n = 0; n < 20; n++) {
    on.from(`stranger ${n}`);
    await on.call('signInWithPassword', wrong);
  }
  on.from('by reset');
  await on.ask('PASSWORD_RESET');
  const mail = (await on.identity.sentMails()).findLast(({ text }) => text.includes('mode=resetPassword'));
  const oobCode = /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const next = { ...person, password: 'another horse 2' };
  expect(await on.call('signInWithPassword', next)).toMatchObject(tooMany);
  expect(await on.call('resetPassword', { oobCode, newPassword: next.password })).toMatchObject({
    status: 200,
  });
  expect(await on.call('signInWithPassword', next)).toMatchObject({ status: 200 });

  on.from('by link');
  expect(await on.call('signInWithPassword', next)).toMatchObject(tooMany);
  await on.ask('EMAIL_SIGNIN');
  expect(await on.redeemLink()).toMatchObject({ status: 200 });
  expect(await on.call('signInWithPassword', next)).toMatchObject({ status: 200 });
});

test.each([
  ['a confirmed change', 'update'],
  ['our own page', 'confirmEmail'],
  ['a link', 'signInWithEmailLink'],
])(
  '[IDP-05] accounts that come from an address and leave it make the site write to it only so often: %s',
  async (_, call) => {
    // At this scale two emails of a kind to a person, by one requester.
    await using on = await openFrom(0.2);
    const responses = [];
    for (let n = 0; n < 3; n++) {
      const other = `other-${n}@example.com`;
      const { body } = await on.call('signUp', person);
      const { idToken } = body;
      await (call === 'signInWithEmailLink'
        ? on.ask('EMAIL_SIGNIN', { email: other })
        : on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: other }));
      const mail = (await on.identity.sentMails()).findLast(({ to }) => to === other);
      const oobCode = /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      responses.push(await on.call(call, { oobCode, ...(call !== 'update' && { idToken, email: other }) }));
    }
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(responses[2]).toMatchObject(tooMany);
    expect(await on.mails()).toBe(2);
  },
);

test('[IDP-12] an address that many want to change to gets no more than its share', async () => {
  await using on = await openFrom();
  for (let n = 0; n < 22; n++) {
    on.from(`stranger ${n}`);
    const { body } = await on.call('signUp', { ...person, email: `${n}@example.com` });
    const { idToken } = body;
    const answer = await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: person.email });
    expect(answer).toMatchObject(n < 20 ? { status: 200 } : tooMany);
  }
  expect(await on.mails()).toBe(20);
});

test('[IDP-12] codes of a second factor are counted by who tries them, too', async () => {
  const { secondFactors } = createLimits();
  const attempts = (address: string, most: number) =>
    Promise.all(Array.from({ length: most }, () => secondFactors.attempt(address, 'account')));
  await attempts('stranger', 10);
  await expect(attempts('stranger', 1)).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER');
  await attempts('owner', 1);
  await secondFactors.right('owner', 'account');
  for (let n = 0; n < 3; n++) await attempts(`stranger ${n}`, 10);
  await attempts('another stranger', 9);
  await expect(attempts('unknown', 1)).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER');
  await attempts('owner', 10);
});

test('[IDP-04] strangers who text a number use up nothing of its second factor', async () => {
  const limits = createLimits();
  const asked = { address: 'stranger', phoneNumber: '+8801712345678', callingCode: '880' };
  for (let n = 0; n < 5; n++) await limits.text({ ...asked, known: false });
  await expect(limits.text({ ...asked, known: false })).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER');
  await limits.text({ ...asked, address: 'owner', known: true });
});
