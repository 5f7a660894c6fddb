import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { openIdentity } from '../testing/test-identity.ts';
import { createNewPasswords } from './new-passwords.ts';

const strict = await createNewPasswords(true);
const firebase = await createNewPasswords(false);
const owner = ['Rahim.Uddin@mail.example', 'Nasrin Akhter'];
const readStrict = (password: string) => () => strict.read(password, owner);

test('[IDP-01] by default six characters of any kind are a password, as with Firebase', () => {
  for (const password of ['abcdef', '123456', 'password', 'blood1', '🩸🩸🩸🩸🩸🩸']) {
    expect(firebase.read(password, owner)).toBe(password);
  }
  expect(() => firebase.read('12345', owner)).toThrow(
    'WEAK_PASSWORD : Password should be at least 6 characters',
  );
});

test('a strict site takes eight characters and more, of any kind', () => {
  for (const password of ['83610583', 'correct horse 1', 'রক্তদান জীবন', 'x'.repeat(4096), '!!#%&/()=?']) {
    expect(readStrict(password)()).toBe(password);
  }
  expect(readStrict('abc1xyz')).toThrow('WEAK_PASSWORD : Password should be at least 8 characters');
  expect(readStrict('x'.repeat(4097))).toThrow('PASSWORD_DOES_NOT_MEET_REQUIREMENTS');
});

test.each(['password', 'Password1', '12345678', 'qwertyuiop', 'iloveyou', 'PASSWORD123', 'ｐａｓｓｗｏｒｄ'])(
  'a strict site refuses %s, which many people use',
  (password) => {
    expect(readStrict(password)).toThrow(/^WEAK_PASSWORD : This password is one that many people use/);
  },
);

test.each([
  ['bloodbuddies2026', 'the name of the site'],
  ['Bl00dBudd1e$!!', 'its name in signs that look alike'],
  ['rahim.uddin@mail.example', 'the address'],
  ['RahimUddin99', 'what stands in the address'],
  ['Nasrin-Akhter', 'the name'],
  ['blood donor 77', 'words of the site'],
])('a strict site refuses %s: %s', (password) => {
  expect(readStrict(password)).toThrow(
    /^WEAK_PASSWORD : Your name, your email address and words of this site/,
  );
});

test('words that others know may stand in a password that has eight characters beside them', () => {
  for (const password of ['rahim likes mangoes', 'blood moon over Sylhet']) {
    expect(readStrict(password)()).toBe(password);
  }
});

onBothDatabases([identityMigrations], (open) => {
  test('a strict site asks so at sign-up, change and reset, and lets in who has a short password already', async () => {
    const database = await open();
    const shared = async () => ({ db: database.db, [Symbol.asyncDispose]: async () => {} });
    const email = 'rahim@example.com';
    {
      await using before = await openIdentity({ open: shared });
      const signUp = await before.post('/v1/accounts:signUp', { email, password: 'abcdef' });
      expect(signUp).toMatchObject({ status: 200 });
    }
    await using identity = await openIdentity({ open: shared, settings: { strict: true } });
    const signIn = await identity.post('/v1/accounts:signInWithPassword', { email, password: 'abcdef' });
    expect(signIn).toMatchObject({ status: 200 });
    await identity.post('/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const [, oobCode] = /oobCode=([\w-]+)/.exec((await identity.sentMails()).at(-1)?.text ?? '') ?? [];

    const { idToken } = signIn.body;
    for (const weak of ['abc1xyz', 'password1', 'rahim12345']) {
      const asked = [
        identity.post('/v1/accounts:signUp', {
          email: 'karim@example.com',
          password: weak,
          displayName: 'rahim',
        }),
        identity.post('/v1/accounts:update', { idToken, password: weak }),
        identity.post('/v1/accounts:resetPassword', { oobCode, newPassword: weak }),
      ];
      for (const answer of await Promise.all(asked)) {
        expect(answer).toMatchObject({
          status: 400,
          body: { error: { message: expect.stringMatching(/^WEAK_PASSWORD : /) } },
        });
      }
    }
    const reset = { oobCode, newPassword: 'mango tree 41' };
    expect(await identity.post('/v1/accounts:resetPassword', reset)).toMatchObject({ status: 200 });
    await database[Symbol.asyncDispose]();
  });
});
