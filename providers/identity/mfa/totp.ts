import { Secret, TOTP } from 'otpauth';

const totp = { algorithm: 'SHA1', digits: 6, period: 30 };

/** What every authenticator app understands, in the protocol's words. */
export const totpParameters = {
  verificationCodeLength: totp.digits,
  hashingAlgorithm: totp.algorithm,
  periodSec: totp.period,
};

/** 160 random bits, in base32 as apps take them. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The library compares bytes and throws where letters of other alphabets make more of them. */
const isCode = (text: string): boolean => /^[0-9]{6}$/.test(text);

/** The 30 s step that a code belongs to: this one, or one either side for clocks that differ; else nothing. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!isCode(code)) return;
  const delta = TOTP.validate({
    ...totp,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: 1,
  });
  return delta === null ? undefined : TOTP.counter({ period: totp.period, timestamp: now }) + delta;
}
