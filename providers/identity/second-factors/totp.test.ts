import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newTotpSecret, stepOfCode } from './totp.ts';

const now = Date.UTC(2026, 5, 1);

test('a code is of the step that it was made for, and of none that lies further away', () => {
  const secret = newTotpSecret();
  const code = new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: now });
  const step = now / 30_000;
  expect(stepOfCode(secret, code, now)).toBe(step);
  expect(stepOfCode(secret, code, now + 30_000)).toBe(step);
  expect(stepOfCode(secret, code, now + 90_000)).toBeUndefined();
});

test.each(['٣٤٥٦٧٨', 'ààààà1', '\ud800'.repeat(6), '12345', '1234567', '12 456', ''])(
  '%j is no code',
  (code) => {
    expect(stepOfCode(newTotpSecret(), code, now)).toBeUndefined();
  },
);
