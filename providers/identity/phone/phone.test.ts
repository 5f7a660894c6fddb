import { describe, expect, it } from 'vitest';
import { hours, minutes } from '#platform/time.ts';
import { addRow } from '../schema/repository.ts';
import {
  createTestIdentity,
  email,
  errorResponse,
  onBoth,
  other,
  phoneNumber,
  succeeded,
  successfulBodies,
  test,
} from '../testing/test-identity.ts';
import { readPhoneNumber } from './text-codes.ts';

const signIn = 'signInWithPhoneNumber';
const otherNumber = '+8801912345678';

onBoth((_open, test) => {
  test('[IDP-04] a code works for one of twenty concurrent requests, and the number has one account', async (idp) => {
    const signedIn = successfulBodies(await idp.repeat(20, signIn, await idp.requestSmsCode()));
    expect(signedIn).toHaveLength(1);
    expect((await idp.signInWithPhone()).body.localId).toBe(signedIn[0]?.localId);
  });

  test('[IDP-04] two concurrent codes for a new number create one account', async (idp) => {
    const codes = [await idp.requestSmsCode(), await idp.requestSmsCode()];
    const signedIn = successfulBodies(await Promise.all(codes.map((code) => idp.post(signIn, code))));
    expect(new Set(signedIn.map(({ localId }) => localId)).size).toBe(1);
    expect(signedIn.map(({ isNewUser }) => isNewUser).toSorted()).toEqual([false, true]);
  });

  test('[IDP-04] a code works once, expires after ten minutes, and is blocked after five wrong codes', async (idp) => {
    const used = await idp.requestSmsCode();
    await idp.ok(signIn, used);
    await idp.expectError('INVALID_SESSION_INFO', signIn, used);

    const late = await idp.requestSmsCode();
    idp.advanceClock(minutes(10));
    await idp.expectError('SESSION_EXPIRED', signIn, late);

    const guessed = await idp.requestSmsCode();
    const wrong = { ...guessed, code: guessed.code === '000000' ? '111111' : '000000' };
    const errors = (await idp.repeat(20, signIn, wrong)).map(({ body }) => body.error.message);
    expect(errors.toSorted()).toEqual([
      ...Array(5).fill('INVALID_CODE'),
      ...Array(15).fill('SESSION_EXPIRED'),
    ]);
    await idp.expectError('SESSION_EXPIRED', signIn, guessed);
  });

  test('[IDP-04] re-authentication with an unknown number does not create an account', async (idp) => {
    const operation = 'REAUTH';
    expect(await idp.signInWithPhone(phoneNumber, { operation })).toMatchObject(
      errorResponse('USER_NOT_FOUND'),
    );
    expect((await idp.signInWithPhone()).body.isNewUser).toBe(true);
    const again = await idp.signInWithPhone(phoneNumber, { operation });
    expect(again).toMatchObject({ ...succeeded, body: { isNewUser: false } });
  });

  test('[IDP-04] links a number to an account, and returns a proof when another account has it', async (idp) => {
    const { idToken, localId } = await idp.signUp();
    const linked = await idp.signInWithPhone(phoneNumber, { idToken });
    expect(linked).toMatchObject({ ...succeeded, body: { localId, phoneNumber, isNewUser: false } });
    expect(await idp.lookUp(linked.body.idToken)).toMatchObject({ phoneNumber, email });
    expect((await idp.signInWithPhone()).body.localId).toBe(localId);

    const stranger = await idp.signUp(other);
    const { body } = await idp.signInWithPhone(phoneNumber, { idToken: stranger.idToken });
    const { temporaryProof } = body;
    expect(temporaryProof).toEqual(expect.any(String));
    expect(body).toEqual({ phoneNumber, temporaryProof, temporaryProofExpiresIn: '600' });
    const proof = { phoneNumber, temporaryProof };
    await idp.expectError('INVALID_TEMPORARY_PROOF', signIn, { ...proof, phoneNumber: otherNumber });
    expect(await idp.ok(signIn, proof)).toMatchObject({ localId });
    await idp.expectError('INVALID_TEMPORARY_PROOF', signIn, proof);

    idp.advanceClock(minutes(6));
    const late = await idp.signInWithPhone(otherNumber, { idToken: stranger.idToken });
    expect(late).toMatchObject(errorResponse('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'));
  });
});

test('[IDP-09] sends the text in the requested language', async (idp) => {
  // A text message holds 160 characters, in Bengali 70. Longer texts cost twice.
  for (const [locale, words, length] of [
    ['bn-BD', 'কোড', 70],
    ['en', 'is your Blood Buddies code', 160],
  ] as const) {
    await idp.ok('sendVerificationCode', { phoneNumber }, { locale });
    await idp.textedCode();
    expect(idp.texts.at(-1)?.text).toContain(words);
    expect(idp.texts.at(-1)?.text.length).toBeLessThanOrEqual(length);
  }
});

test('[IDP-04] phone sign-in is switched off when no texts can be sent', async () => {
  await using idp = await createTestIdentity({ settings: { textMessages: false } });
  for (const call of ['sendVerificationCode', signIn]) {
    await idp.expectError('OPERATION_NOT_ALLOWED', call, { phoneNumber });
  }
});

describe('[IDP-04] accepted phone numbers', () => {
  it.each([
    ['+8801712345678', '+8801712345678', '880'],
    ['+880 1712-345678', '+8801712345678', '880'],
    ['+15555550100', '+15555550100', '1'],
    ['+447911123456', '+447911123456', '44'],
  ])('reads %s as %s', async (text, e164, callingCode) => {
    expect(await readPhoneNumber(text)).toEqual({ e164, callingCode });
  });

  it.each([
    ...[undefined, '', 'invalid', '01712345678', '+123', '+999123456789', '+88017123456780000'],
    ...['+8801712345678;ext=5', 'tel:+8801712345678', '+19005550100', '+448712345678'],
    ...['+870123456789', '+883510000000000'],
  ])('rejects %s', async (text) => {
    await expect(readPhoneNumber(text)).rejects.toThrow('INVALID_PHONE_NUMBER : Invalid format.');
  });
});

describe('[IDP-04] limits of text messages', () => {
  const tooMany = 'TOO_MANY_ATTEMPTS_TRY_LATER';
  const send = 'sendVerificationCode';
  const numbered = (n: number) => ({ phoneNumber: `+88017${10_000_000 + n}` });

  test('limits a number to five texts a day, even for concurrent requests, but not other numbers', async (idp) => {
    expect(successfulBodies(await idp.repeat(20, send, { phoneNumber }))).toHaveLength(5);
    const { headers } = await idp.expectError(tooMany, send, { phoneNumber });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await idp.ok(send, { phoneNumber: '+880 17 1234 5679' });
    await idp.textedCode();
    expect(idp.texts.filter((text) => text.phoneNumber === phoneNumber)).toHaveLength(5);
  });

  test('limits an address to thirty texts per hour', async (idp) => {
    for (let n = 0; n < 30; n++) await idp.ok(send, numbered(n));
    await idp.expectError(tooMany, send, numbered(30));
  });

  test('limits texts by country and in total, and counts second factors separately', async () => {
    // This scale allows two text messages to a country, three in total and one more to a second factor.
    await using idp = await createTestIdentity({ limitScale: 0.01, textsPerDay: 375 });
    let callCount = 0;
    const changeAddress = () => idp.setClientAddress(`10.0.0.${callCount++}`);
    for (const [number, isSent] of [
      [numbered(1), true],
      [numbered(2), true],
      [numbered(3), false],
      [{ phoneNumber: '+447911123456' }, true],
      [{ phoneNumber: '+15555550100' }, false],
    ] as const) {
      changeAddress();
      await (isSent ? idp.ok(send, number) : idp.expectError(tooMany, send, number));
    }
    changeAddress();
    const { idToken, localId } = await idp.signUp();
    await idp.tables.updateTable('identity_email').set({ verified: 1 }).execute();
    // Enrolling has no separate limit: anyone can create an account.
    await idp.expectError(tooMany, 'mfaEnrollment:start', { idToken, phoneEnrollmentInfo: numbered(4) });
    const factor = { id: 'a-phone', account_id: localId, kind: 'phone', display_name: null } as const;
    const number = { phone_number: numbered(5).phoneNumber, totp_secret: null, last_totp_step: null };
    await addRow(idp.tables, 'identity_factor', { ...factor, ...number, enrolled_at: Date.now() });
    changeAddress();
    const { credential: mfaPendingCredential } = await idp.beginSignIn();
    const member = { mfaPendingCredential, mfaEnrollmentId: 'a-phone', phoneSignInInfo: {} };
    await idp.ok('mfaSignIn:start', member);
  });

  test('a blocked text does not use up the other limits', async (idp) => {
    for (let n = 0; n < 50; n++) await idp.post(send, { phoneNumber });
    idp.advanceClock(hours(1));
    await idp.ok(send, { phoneNumber: otherNumber });
  });
});
