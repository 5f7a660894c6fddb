import { t } from '@lingui/core/macro';
import { IdentityError, type IdentityUser } from './identity.ts';

/** What a person is asked for beside the password. */
export type MfaFactor = {
  id: string;
  kind: 'phone' | 'app';
  /** Of a phone number its end only; of an app the name it was given. */
  name: string;
  /** In ms. */
  addedAt: number;
};

/** The second half of a sign-in, or of signing in again. Throws IdentityError. */
export type MfaChallenge = {
  factors: MfaFactor[];
  /** Texts a code to a phone; apps make theirs by themselves. */
  sendCode(factorId: string): Promise<void>;
  finish(factorId: string, code: string): Promise<IdentityUser>;
};

/** The password was right, and a code is needed too: `step` goes on. */
export class MfaRequiredError extends IdentityError {
  readonly step: MfaChallenge;

  constructor(step: MfaChallenge, cause?: unknown) {
    super('multi-factor-auth-required', t`Please enter your code too.`, cause);
    this.step = step;
  }
}

/** A factor about to be added; `finish` takes the code that it shows or was sent. */
export type Enrollment = { finish(code: string): Promise<void> };

/**
 * The current person's second factors. Adding and removing need a sign-in of the last five minutes
 * (`requires-recent-login`), adding a confirmed email (`unverified-email`) too; both end every other session.
 */
export type MfaApi = {
  /** As the provider has them now; `phones`: phone numbers can be added. */
  read(): Promise<{ emailVerified: boolean; factors: MfaFactor[]; phones: boolean }>;
  /** `key` for typing, `link` for a QR code. */
  addApp(): Promise<Enrollment & { key: string; link: string }>;
  /** Texts a code to the number, in international form. */
  addPhone(number: string): Promise<Enrollment>;
  remove(factorId: string): Promise<void>;
};

/** How a person knows one of their second factors; of a phone number the last four digits. */
export function factorName({ kind, name }: MfaFactor): string {
  const lastFour = name.slice(-4);
  return kind === 'phone' ? t`Phone ending in ${lastFour}` : name || t`Authenticator app`;
}
