import { Secret, TOTP } from 'otpauth';

/** What the app shows; the step after this one is good too, and none is good twice. */
export const codeOf = (key: string, stepsAhead = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + stepsAhead * 30_000 });
