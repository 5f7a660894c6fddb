import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Day, utcDay } from './days.ts';
import { centerNumber, encodePass, formatToken, parseToken } from './donation-pass.ts';

const pass = fc.record({
  keyId: fc.nat(65_535),
  day: fc.nat(65_535).map((days) => utcDay(days * 86_400_000)),
  appointmentId: fc.uuid(),
  center: fc.string().map(centerNumber),
});

test('a token is short, and contains the signed values', () => {
  fc.assert(
    fc.property(pass, fc.uint8Array({ minLength: 64, maxLength: 64 }), (expected, signature) => {
      const signed = encodePass(expected);
      const token = formatToken(signed, signature);
      expect(token).toMatch(/^BB1:[0-9A-Z $%*+./:-]{132}$/);
      const parsed = parseToken(token);
      expect(parsed?.pass).toEqual(expected);
      expect([...(parsed?.signed ?? [])]).toEqual([...signed]);
      expect([...(parsed?.signature ?? [])]).toEqual([...signature]);
      // A wired scanner types lowercase letters while Caps Lock is on.
      expect(parseToken(token.toLowerCase())).toEqual(parsed);
    }),
  );
});

test('any other text is no token', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `BB1:${text}`),
      ),
      (text) => {
        expect(parseToken(text)).toBeUndefined();
      },
    ),
  );
  expect(parseToken(`BB1:${':'.repeat(132)}`)).toBeUndefined();
});

test('centers have different numbers', () => {
  const ids = Array.from(
    { length: 10_000 },
    (_, n) => `0193aa11-0000-7000-8000-${String(n).padStart(12, '0')}`,
  );
  expect(new Set(ids.map(centerNumber)).size).toBeGreaterThan(9998);
  expect(
    encodePass({ keyId: 1, day: '2026-11-25' as Day, appointmentId: ids[0] ?? '', center: 1 }),
  ).toHaveLength(24);
});
