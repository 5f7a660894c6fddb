import { t } from '@lingui/core/macro';
import { IdentityError, type MfaChallenge, type MfaFactor } from './identity.ts';

/** The first factor was correct and a second one is required. `step` completes the sign-in. */
export class MfaRequiredError extends IdentityError {
  readonly challenge: MfaChallenge;

  constructor(step: MfaChallenge, cause?: unknown) {
    super('multi-factor-auth-required', t`Enter your verification code.`, cause);
    this.challenge = step;
  }
}

/** Returns the display name of a factor, for a phone with the last four digits of its number. */
export function factorName({ kind, name }: MfaFactor): string {
  const lastFour = name.slice(-4);
  return kind === 'phone' ? t`Phone ending in ${lastFour}` : name || t`Authenticator app`;
}
