import { describe, expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { identityJobs } from '../jobs.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';
import { readPhoneNumber } from './phone-number.ts';

const phoneNumber = '+8801712345678';
const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const fine = { status: 200 };

const signIn = (identity: TestIdentity, body: object) =>
  identity.post('/v1/accounts:signInWithPhoneNumber', body);

/** What signs in: the session and the code of the text that was sent for it. */
async function textedTo(identity: TestIdentity, number = phoneNumber) {
  const sent = await identity.post('/v1/accounts:sendVerificationCode', { phoneNumber: number });
  expect(sent).toMatchObject(fine);
  return { sessionInfo: String(sent.body.sessionInfo), code: await identity.textedCode(number) };
}

const enter = async (identity: TestIdentity, number = phoneNumber) =>
  (await signIn(identity, await textedTo(identity, number))).body;

const signUp = async (identity: TestIdentity, email = person.email) =>
  (await identity.post('/v1/accounts:signUp', { ...person, email })).body;

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-04] of twenty who bring one code at once, one is let in, and the number has one account', async () => {
    await using identity = await openIdentity({ open });
    const texted = await textedTo(identity);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(identity, texted)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { localId } = await enter(identity);
    expect(answers.find(({ status }) => status === 200)?.body.localId).toBe(localId);
  });

  test('[IDP-04] two codes for one new number at once: one account', async () => {
    await using identity = await openIdentity({ open });
    const first = await textedTo(identity);
    const second = await textedTo(identity);
    const answers = await Promise.all([signIn(identity, first), signIn(identity, second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.localId)).size).toBe(1);
    expect(answers.map(({ body }) => body.isNewUser).toSorted()).toEqual([false, true]);
  });

  test('[IDP-04] a code is good once, for ten minutes, and five wrong ones end its session', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const used = await textedTo(identity);
    expect(await signIn(identity, used)).toMatchObject(fine);
    expect(await signIn(identity, used)).toMatchObject(refusal('INVALID_SESSION_INFO'));

    const late = await textedTo(identity);
    now += minutes(10);
    expect(await signIn(identity, late)).toMatchObject(refusal('SESSION_EXPIRED'));

    const guessed = await textedTo(identity);
    const wrong = { ...guessed, code: guessed.code === '000000' ? '111111' : '000000' };
    const guesses = await Promise.all(Array.from({ length: 20 }, () => signIn(identity, wrong)));
    const told = guesses.map(({ body }) => (body.error as { message: string }).message);
    expect(told.toSorted()).toEqual([...Array(5).fill('INVALID_CODE'), ...Array(15).fill('SESSION_EXPIRED')]);
    expect(await signIn(identity, guessed)).toMatchObject(refusal('SESSION_EXPIRED'));
  });

  test('[IDP-04] signing in again with a number without an account makes none', async () => {
    await using identity = await openIdentity({ open });
    const texted = await textedTo(identity);
    const again = await signIn(identity, { ...texted, operation: 'REAUTH' });
    expect(again).toMatchObject(refusal('USER_NOT_FOUND'));
    expect((await enter(identity)).isNewUser).toBe(true);
    const owner = { ...(await textedTo(identity)), operation: 'REAUTH' };
    expect(await signIn(identity, owner)).toMatchObject({ status: 200, body: { isNewUser: false } });
  });

  test('[IDP-04] a number is added to an account, and moves nowhere else', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken, localId } = await signUp(identity);
    const linked = await signIn(identity, { ...(await textedTo(identity)), idToken });
    expect(linked).toMatchObject({ status: 200, body: { localId, phoneNumber, isNewUser: false } });
    const account = await identity.post('/v1/accounts:lookup', { idToken: linked.body.idToken });
    expect(account.body).toMatchObject({ users: [{ phoneNumber, email: person.email }] });
    expect(await enter(identity)).toMatchObject({ localId });

    const other = await signUp(identity, 'karim@example.com');
    const taken = await signIn(identity, { ...(await textedTo(identity)), idToken: other.idToken });
    expect(taken.body).toEqual({
      phoneNumber,
      temporaryProof: expect.any(String),
      temporaryProofExpiresIn: '600',
    });
    const proof = { phoneNumber, temporaryProof: taken.body.temporaryProof };
    expect(await signIn(identity, { ...proof, phoneNumber: '+8801912345678' })).toMatchObject(
      refusal('INVALID_TEMPORARY_PROOF'),
    );
    expect(await signIn(identity, proof)).toMatchObject({ status: 200, body: { localId } });
    expect(await signIn(identity, proof)).toMatchObject(refusal('INVALID_TEMPORARY_PROOF'));
    expect(await signIn(identity, { temporaryProof: 'x' })).toMatchObject(refusal('MISSING_PHONE_NUMBER'));

    now += minutes(6);
    const free = { ...(await textedTo(identity, '+8801912345678')), idToken: other.idToken };
    expect(await signIn(identity, free)).toMatchObject(refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'));
  });
});

test('what ran out unused is thrown away', async () => {
  let now = Date.now();
  const clock = () => now;
  await using identity = await openIdentity({ clock });
  await textedTo(identity);
  const db = identity.db.withTables<IdentityTables>();
  const kept = () => db.selectFrom('identity_text_code').select('hash').execute();
  const sweep = () =>
    Promise.all(identityJobs({ db: identity.db, clock, rest: days(14) }).map(({ run }) => run()));
  await sweep();
  expect(await kept()).toHaveLength(1);
  now += hours(25);
  await sweep();
  expect(await kept()).toHaveLength(0);
});

test.each([
  [{}, 'MISSING_SESSION_INFO'],
  [{ code: '123456' }, 'MISSING_SESSION_INFO'],
  [{ sessionInfo: 'x' }, 'MISSING_CODE'],
  [{ sessionInfo: 'x', code: '123456' }, 'INVALID_SESSION_INFO'],
  [{ temporaryProof: 'x', phoneNumber }, 'INVALID_TEMPORARY_PROOF'],
  [{ temporaryProof: 'x', phoneNumber: 'x' }, 'INVALID_PHONE_NUMBER : Invalid format.'],
])('[IDP-12] %j is refused as %s', async (body, message) => {
  await using identity = await openIdentity();
  expect(await signIn(identity, body)).toMatchObject(refusal(message));
});

test('[IDP-09] the text speaks the language of the page', async () => {
  await using identity = await openIdentity();
  for (const [locale, words] of [
    ['bn-BD', 'কোড'],
    ['en', 'is your Blood Buddies code'],
  ] as const) {
    await identity.post('/v1/accounts:sendVerificationCode', { phoneNumber }, { locale });
    await identity.textedCode();
    expect(identity.texts.at(-1)?.text).toContain(words);
    // One text holds 160 characters, in Bengali 70: more would cost twice.
    expect(identity.texts.at(-1)?.text.length).toBeLessThanOrEqual(locale === 'en' ? 160 : 70);
  }
});

test('[IDP-04] where no text can be sent, phone numbers are switched off', async () => {
  await using identity = await openIdentity({ settings: { textMessages: false } });
  for (const path of ['/v1/accounts:sendVerificationCode', '/v1/accounts:signInWithPhoneNumber']) {
    expect(await identity.post(path, { phoneNumber })).toMatchObject(refusal('OPERATION_NOT_ALLOWED'));
  }
});

describe('[IDP-04] which numbers are texted to', () => {
  test.each([
    ['+8801712345678', '+8801712345678', '880'],
    ['+880 1712-345678', '+8801712345678', '880'],
    ['+15555550100', '+15555550100', '1'],
    ['+447911123456', '+447911123456', '44'],
  ])('%s is read as %s', async (text, e164, callingCode) => {
    expect(await readPhoneNumber(text)).toEqual({ e164, callingCode });
  });

  test.each([
    [undefined],
    [''],
    ['invalid'],
    ['01712345678'],
    ['+123'],
    ['+999123456789'],
    ['+88017123456780000'],
    ['+8801712345678;ext=5'],
    ['tel:+8801712345678'],
    ['+19005550100'],
    ['+448712345678'],
    ['+870123456789'],
    ['+883510000000000'],
  ])('%s is refused', async (text) => {
    await expect(readPhoneNumber(text)).rejects.toThrow('INVALID_PHONE_NUMBER : Invalid format.');
  });
});

describe('[IDP-04] nobody runs up the bill', () => {
  const tooMany = refusal('TOO_MANY_ATTEMPTS_TRY_LATER');
  const send = (identity: TestIdentity, number: string) =>
    identity.post('/v1/accounts:sendVerificationCode', { phoneNumber: number });
  const numbered = (n: number, country = '+88017') => `${country}${String(10_000_000 + n)}`;

  test('one number gets five texts an hour; sent at once, still five; other numbers go on', async () => {
    await using identity = await openIdentity();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(identity, phoneNumber)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = await send(identity, phoneNumber);
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await send(identity, '+880 17 1234 5679')).toMatchObject(fine);
    await identity.textedCode();
    expect(identity.texts.filter((text) => text.phoneNumber === phoneNumber)).toHaveLength(5);
  });

  test('one address gets thirty an hour, whatever the numbers', async () => {
    await using identity = await openIdentity();
    for (let n = 0; n < 30; n++) expect(await send(identity, numbered(n))).toMatchObject(fine);
    expect(await send(identity, numbered(30))).toMatchObject(tooMany);
  });

  test('a country has its share, and all together theirs; what second factors need is counted apart', async () => {
    let address = 0;
    // At this scale two to a country, three in all.
    await using identity = await openIdentity({
      limitScale: 0.01,
      clientAddress: () => `10.0.0.${address++}`,
    });
    expect(await send(identity, numbered(1))).toMatchObject(fine);
    expect(await send(identity, numbered(2))).toMatchObject(fine);
    expect(await send(identity, numbered(3))).toMatchObject(tooMany);
    expect(await send(identity, '+447911123456')).toMatchObject(fine);
    expect(await send(identity, '+15555550100')).toMatchObject(tooMany);

    const { idToken, localId } = await signUp(identity);
    const db = identity.db.withTables<IdentityTables>();
    await db.updateTable('identity_email').set({ verified: 1 }).execute();
    const enrolling = await identity.post('/v2/accounts/mfaEnrollment:start', {
      idToken,
      phoneEnrollmentInfo: { phoneNumber: numbered(4) },
    });
    expect(enrolling, 'anybody may open an account').toMatchObject(tooMany);
    await db
      .insertInto('identity_factor')
      .values({
        id: 'a-phone',
        account_id: String(localId),
        kind: 'phone',
        display_name: null,
        phone_number: numbered(5),
        totp_secret: null,
        last_totp_step: null,
        enrolled_at: Date.now(),
      })
      .execute();
    const { body } = await identity.post('/v1/accounts:signInWithPassword', person);
    const member = await identity.post('/v2/accounts/mfaSignIn:start', {
      mfaPendingCredential: body.mfaPendingCredential,
      mfaEnrollmentId: 'a-phone',
      phoneSignInInfo: {},
    });
    expect(member).toMatchObject(fine);
  });

  test('what is refused uses up nothing of the others', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ clock: () => now });
    for (let n = 0; n < 50; n++) await send(identity, phoneNumber);
    now += hours(1);
    expect(await send(identity, '+8801912345678')).toMatchObject(fine);
  });
});
