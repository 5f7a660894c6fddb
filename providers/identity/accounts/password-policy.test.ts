import { expect, test } from 'vitest';
import { createTestIdentity, email, onBoth, other } from '../testing/test-identity.ts';
import { createPasswordPolicy } from './password-policy.ts';

const strict = await createPasswordPolicy(true);
const firebase = await createPasswordPolicy(false);
const owner = ['Rahim.Uddin@mail.example', 'Nasrin Akhter'];
const validateStrict = (password: string) => () => strict.validate(password, owner);

test('[IDP-01] accepts any six characters by default, as Firebase does', () => {
  for (const password of ['abcdef', '123456', 'password', 'blood1', '🩸🩸🩸🩸🩸🩸']) {
    expect(firebase.validate(password, owner)).toBe(password);
  }
  expect(() => firebase.validate('12345', owner)).toThrow(
    'WEAK_PASSWORD : Password should be at least 6 characters',
  );
});

test('accepts any eight characters on a strict site', () => {
  for (const password of ['83610583', 'correct horse 1', 'রক্তদান জীবন', 'x'.repeat(4096), '!!#%&/()=?']) {
    expect(validateStrict(password)()).toBe(password);
  }
  expect(validateStrict('abc1xyz')).toThrow('WEAK_PASSWORD : Password should be at least 8 characters');
  expect(validateStrict('x'.repeat(4097))).toThrow('PASSWORD_DOES_NOT_MEET_REQUIREMENTS');
});

test.each(['password', 'Password1', '12345678', 'qwertyuiop', 'iloveyou', 'PASSWORD123', 'ｐａｓｓｗｏｒｄ'])(
  'rejects the common password %s on a strict site',
  (password) => {
    expect(validateStrict(password)).toThrow(/^WEAK_PASSWORD : This password is too common/);
  },
);

test.each([
  ['bloodbuddies2026', 'the name of the site'],
  ['Bl00dBudd1e$!!', 'its name in lookalike characters'],
  ['rahim.uddin@mail.example', 'the address'],
  ['RahimUddin99', 'parts of the address'],
  ['Nasrin-Akhter', 'the name'],
  ['blood donor 77', 'words of the site'],
])('rejects %s on a strict site: %s', (password) => {
  expect(validateStrict(password)).toThrow(
    /^WEAK_PASSWORD : Add at least 8 characters that are not your name, your email address or words of this site/,
  );
});

test('accepts known words if the password has eight other characters', () => {
  for (const password of ['rahim likes mangoes', 'blood moon over Sylhet']) {
    expect(validateStrict(password)()).toBe(password);
  }
});

onBoth((open) => {
  test('checks strict rules at sign-up, change and reset, and accepts existing short passwords at sign-in', async () => {
    await using before = await open();
    await before.ok('signUp', { email, password: 'abcdef' });
    const shared = async () => ({ db: before.db, [Symbol.asyncDispose]: async () => {} });
    await using idp = await createTestIdentity({ open: shared, settings: { strict: true } });
    const { idToken } = await idp.signIn(email, 'abcdef');
    await idp.requestCode('PASSWORD_RESET', { email });
    const oobCode = await idp.emailedCode();
    for (const weak of ['abc1xyz', 'password1', 'rahim12345']) {
      const weakAccount = { email: other, password: weak, displayName: 'rahim' };
      await Promise.all([
        idp.expectError(/^WEAK_PASSWORD : /, 'signUp', weakAccount),
        idp.expectError(/^WEAK_PASSWORD : /, 'update', { idToken, password: weak }),
        idp.expectError(/^WEAK_PASSWORD : /, 'resetPassword', { oobCode, newPassword: weak }),
      ]);
    }
    await idp.ok('resetPassword', { oobCode, newPassword: 'mango tree 41' });
  });
});
