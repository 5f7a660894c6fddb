import { Secret, TOTP } from 'otpauth';

const totp = { algorithm: 'SHA1', digits: 6, period: 30 };

/** Parameters that every authenticator app supports, as fields of the protocol. */
export const totpParameters = {
  verificationCodeLength: totp.digits,
  hashingAlgorithm: totp.algorithm,
  periodSec: totp.period,
};

/** Returns 160 random bits in base32. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns whether a code has the right form. The library throws for characters of several bytes. */
const isCode = (text: string): boolean => /^[0-9]{6}$/.test(text);

/** Returns the 30 s time step of a valid code: the current one or a neighbor, to tolerate clock drift. */
export function findTimeStep(secret: string, code: string, now: number): number | undefined {
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
