import { t } from '@lingui/core/macro';
import { IdentityError, type IdentityUser } from './identity.ts';

/** A second factor of an account. */
export type MfaFactor = {
  id: string;
  kind: 'phone' | 'app';
  /** End of the phone number, or the name that the user gave the app. */
  name: string;
  /** In ms since 1970. */
  addedAt: number;
};

/** Second step of a sign-in or reauthentication. All calls throw IdentityError. */
export type MfaChallenge = {
  factors: MfaFactor[];
  /** Sends a code to a phone by text message. Authenticator apps generate their own. */
  sendCode(factorId: string): Promise<void>;
  finish(factorId: string, code: string): Promise<IdentityUser>;
};

/** The first factor was correct and a second one is required; `step` completes the sign-in. */
export class MfaRequiredError extends IdentityError {
  readonly challenge: MfaChallenge;

  constructor(step: MfaChallenge, cause?: unknown) {
    super('multi-factor-auth-required', t`Enter your verification code.`, cause);
    this.challenge = step;
  }
}

/** A pending enrollment; `finish` takes the code from the app or text message. */
export type Enrollment = { finish(code: string): Promise<void> };

/**
 * Second factors of the current user. Adding and removing require a sign-in within the last five minutes
 * (`requires-recent-login`); adding also requires a confirmed email (`unverified-email`). Both end every other session.
 */
export type MfaApi = {
  /** Reads the factors from the provider; `phones` is true if phone numbers can be added. */
  read(): Promise<{ emailVerified: boolean; factors: MfaFactor[]; phones: boolean }>;
  /** `key` is for manual entry, `link` for a QR code. */
  addApp(): Promise<Enrollment & { key: string; link: string }>;
  /** Sends a code to a number in international format. */
  addPhone(number: string): Promise<Enrollment>;
  remove(factorId: string): Promise<void>;
};

/** Display name of a factor; for a phone the last four digits. */
export function factorName({ kind, name }: MfaFactor): string {
  const lastFour = name.slice(-4);
  return kind === 'phone' ? t`Phone ending in ${lastFour}` : name || t`Authenticator app`;
}
