import { describe, expect, it } from 'vitest';
import { hours, minutes } from '#platform/time.ts';
import { addFactor } from '../second-factors/repository.ts';
import {
  accepted,
  createTestIdentity,
  email,
  onBoth,
  other,
  phoneNumber,
  rejection,
  succeeded,
  test,
} from '../testing/test-identity.ts';
import { readPhoneNumber } from './text-codes.ts';

const signIn = 'signInWithPhoneNumber';
const otherNumber = '+8801912345678';

onBoth((_open, test) => {
  test('[IDP-04] of twenty who bring one code at once, one is let in, and the number has one account', async (on) => {
    const entered = accepted(await on.repeat(20, signIn, await on.texted()));
    expect(entered).toHaveLength(1);
    expect((await on.byPhone()).body.localId).toBe(entered[0]?.localId);
  });

  test('[IDP-04] two codes for one new number at once: one account', async (on) => {
    const codes = [await on.texted(), await on.texted()];
    const entered = accepted(await Promise.all(codes.map((code) => on.post(signIn, code))));
    expect(new Set(entered.map(({ localId }) => localId)).size).toBe(1);
    expect(entered.map(({ isNewUser }) => isNewUser).toSorted()).toEqual([false, true]);
  });

  test('[IDP-04] a code is good once, for ten minutes, and five wrong ones end its session', async (on) => {
    const used = await on.texted();
    await on.ok(signIn, used);
    await on.refused('INVALID_SESSION_INFO', signIn, used);

    const late = await on.texted();
    on.pass(minutes(10));
    await on.refused('SESSION_EXPIRED', signIn, late);

    const guessed = await on.texted();
    const wrong = { ...guessed, code: guessed.code === '000000' ? '111111' : '000000' };
    const told = (await on.repeat(20, signIn, wrong)).map(({ body }) => body.error.message);
    expect(told.toSorted()).toEqual([...Array(5).fill('INVALID_CODE'), ...Array(15).fill('SESSION_EXPIRED')]);
    await on.refused('SESSION_EXPIRED', signIn, guessed);
  });

  test('[IDP-04] signing in again with a number without an account makes none', async (on) => {
    const operation = 'REAUTH';
    expect(await on.byPhone(phoneNumber, { operation })).toMatchObject(rejection('USER_NOT_FOUND'));
    expect((await on.byPhone()).body.isNewUser).toBe(true);
    const again = await on.byPhone(phoneNumber, { operation });
    expect(again).toMatchObject({ ...succeeded, body: { isNewUser: false } });
  });

  test('[IDP-04] a number is added to an account, and moves nowhere else', async (on) => {
    const { idToken, localId } = await on.signUp();
    const linked = await on.byPhone(phoneNumber, { idToken });
    expect(linked).toMatchObject({ ...succeeded, body: { localId, phoneNumber, isNewUser: false } });
    expect(await on.lookUp(linked.body.idToken)).toMatchObject({ phoneNumber, email });
    expect((await on.byPhone()).body.localId).toBe(localId);

    const stranger = await on.signUp(other);
    const { body } = await on.byPhone(phoneNumber, { idToken: stranger.idToken });
    const { temporaryProof } = body;
    expect(temporaryProof).toEqual(expect.any(String));
    expect(body).toEqual({ phoneNumber, temporaryProof, temporaryProofExpiresIn: '600' });
    const proof = { phoneNumber, temporaryProof };
    await on.refused('INVALID_TEMPORARY_PROOF', signIn, { ...proof, phoneNumber: otherNumber });
    expect(await on.ok(signIn, proof)).toMatchObject({ localId });
    await on.refused('INVALID_TEMPORARY_PROOF', signIn, proof);
    await on.refused('MISSING_PHONE_NUMBER', signIn, { temporaryProof: 'x' });

    on.pass(minutes(6));
    const late = await on.byPhone(otherNumber, { idToken: stranger.idToken });
    expect(late).toMatchObject(rejection('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'));
  });
});

test('[IDP-12] each thing that is missing or unknown is told apart', async (on) => {
  for (const [body, message] of [
    [{}, 'MISSING_SESSION_INFO'],
    [{ code: '123456' }, 'MISSING_SESSION_INFO'],
    [{ sessionInfo: 'x' }, 'MISSING_CODE'],
    [{ sessionInfo: 'x', code: '123456' }, 'INVALID_SESSION_INFO'],
    [{ temporaryProof: 'x', phoneNumber }, 'INVALID_TEMPORARY_PROOF'],
    [{ temporaryProof: 'x', phoneNumber: 'x' }, 'INVALID_PHONE_NUMBER : Invalid format.'],
  ] as const) {
    await on.refused(message, signIn, body);
  }
});

test('[IDP-09] the text speaks the language of the page', async (on) => {
  // One text holds 160 characters, in Bengali 70: more would cost twice.
  for (const [locale, words, length] of [
    ['bn-BD', 'কোড', 70],
    ['en', 'is your Blood Buddies code', 160],
  ] as const) {
    await on.ok('sendVerificationCode', { phoneNumber }, { locale });
    await on.textedCode();
    expect(on.texts.at(-1)?.text).toContain(words);
    expect(on.texts.at(-1)?.text.length).toBeLessThanOrEqual(length);
  }
});

test('[IDP-04] where no text can be sent, phone numbers are switched off', async () => {
  await using on = await createTestIdentity({ settings: { textMessages: false } });
  for (const call of ['sendVerificationCode', signIn]) {
    await on.refused('OPERATION_NOT_ALLOWED', call, { phoneNumber });
  }
});

describe('[IDP-04] which numbers are texted to', () => {
  it.each([
    ['+8801712345678', '+8801712345678', '880'],
    ['+880 1712-345678', '+8801712345678', '880'],
    ['+15555550100', '+15555550100', '1'],
    ['+447911123456', '+447911123456', '44'],
  ])('%s is read as %s', async (text, e164, callingCode) => {
    expect(await readPhoneNumber(text)).toEqual({ e164, callingCode });
  });

  it.each([
    ...[undefined, '', 'invalid', '01712345678', '+123', '+999123456789', '+88017123456780000'],
    ...['+8801712345678;ext=5', 'tel:+8801712345678', '+19005550100', '+448712345678'],
    ...['+870123456789', '+883510000000000'],
  ])('%s is refused', async (text) => {
    await expect(readPhoneNumber(text)).rejects.toThrow('INVALID_PHONE_NUMBER : Invalid format.');
  });
});

describe('[IDP-04] nobody runs up the bill', () => {
  const tooMany = 'TOO_MANY_ATTEMPTS_TRY_LATER';
  const send = 'sendVerificationCode';
  const numbered = (n: number) => ({ phoneNumber: `+88017${10_000_000 + n}` });

  test('one number gets five texts an hour; sent at once, still five; other numbers go on', async (on) => {
    expect(accepted(await on.repeat(20, send, { phoneNumber }))).toHaveLength(5);
    const { headers } = await on.refused(tooMany, send, { phoneNumber });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await on.ok(send, { phoneNumber: '+880 17 1234 5679' });
    await on.textedCode();
    expect(on.texts.filter((text) => text.phoneNumber === phoneNumber)).toHaveLength(5);
  });

  test('one address gets thirty an hour, whatever the numbers', async (on) => {
    for (let n = 0; n < 30; n++) await on.ok(send, numbered(n));
    await on.refused(tooMany, send, numbered(30));
  });

  test('a country has its share, and all together theirs; what second factors need is counted apart', async () => {
    // At this scale two to a country, three in all.
    await using on = await createTestIdentity({ limitScale: 0.01 });
    let calls = 0;
    const elsewhere = () => on.from(`10.0.0.${calls++}`);
    for (const [number, isSent] of [
      [numbered(1), true],
      [numbered(2), true],
      [numbered(3), false],
      [{ phoneNumber: '+447911123456' }, true],
      [{ phoneNumber: '+15555550100' }, false],
    ] as const) {
      elsewhere();
      await (isSent ? on.ok(send, number) : on.refused(tooMany, send, number));
    }
    elsewhere();
    const { idToken, localId } = await on.signUp();
    await on.tables.updateTable('identity_email').set({ verified: 1 }).execute();
    // Anybody may open an account.
    await on.refused(tooMany, 'mfaEnrollment:start', { idToken, phoneEnrollmentInfo: numbered(4) });
    const factor = { id: 'a-phone', account_id: localId, kind: 'phone', display_name: null } as const;
    const number = { phone_number: numbered(5).phoneNumber, totp_secret: null, last_totp_step: null };
    await on.tables
      .transaction()
      .execute((trx) => addFactor(trx, { ...factor, ...number, enrolled_at: Date.now() }));
    elsewhere();
    const { credential: mfaPendingCredential } = await on.beginSignIn();
    const member = { mfaPendingCredential, mfaEnrollmentId: 'a-phone', phoneSignInInfo: {} };
    await on.ok('mfaSignIn:start', member);
  });

  test('what is refused uses up nothing of the others', async (on) => {
    for (let n = 0; n < 50; n++) await on.post(send, { phoneNumber });
    on.pass(hours(1));
    await on.ok(send, { phoneNumber: otherNumber });
  });
});
