import { FirebaseError } from '@firebase/app';
import type { Auth, User } from '@firebase/auth';
import { isVisible } from '#contract/single-line.ts';
import { IdentityError, type IdentityUser } from './identity.ts';
import { MfaRequiredError } from './mfa-methods.ts';
import { readMfaResolver } from './mfa-resolver.ts';
import { providerMessage } from './provider-message.ts';

/** Runs an SDK call. Converts its errors to IdentityError with our message, or to MfaRequiredError. */
export type TranslateErrors = <T>(action: () => Promise<T>) => Promise<T>;

export function createErrorTranslator(auth: Auth): TranslateErrors {
  const translateErrors: TranslateErrors = async (action) => {
    try {
      return await action();
    } catch (cause) {
      if (!(cause instanceof FirebaseError)) throw cause;
      const challenge = readMfaResolver(auth, cause);
      if (!challenge) throw toIdentityError(cause);
      const { factors, sendCode, finish } = challenge;
      throw new MfaRequiredError(
        {
          factors,
          sendCode: (id) => translateErrors(() => sendCode(id)),
          finish: (id, code) => translateErrors(async () => readUser(await finish(id, code))),
        },
        cause,
      );
    }
  };
  return translateErrors;
}

function toIdentityError(cause: FirebaseError): IdentityError {
  const code = cause.code.replace(/^auth\//, '');
  return new IdentityError(code, providerMessage(code, cause.message), cause);
}

/** The SDK's last lookup response. Only this private field says whether the account has a password. */
type UserWithLookup = User & { reloadUserInfo?: { passwordHash?: string } | null };

export function readUser(user: User): IdentityUser {
  const providers = user.providerData.map(({ providerId }) => providerId);
  const { reloadUserInfo: lookup } = user as UserWithLookup;
  const displayName = user.displayName ?? '';
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName: isVisible(displayName) ? displayName : '',
    providers,
    emailVerified: user.emailVerified,
    hasPassword: lookup ? Boolean(lookup.passwordHash) : providers.includes('password'),
  };
}
