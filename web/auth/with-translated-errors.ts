import { FirebaseError } from '@firebase/app';
import type { Auth, User } from '@firebase/auth';
import { isVisible } from '#contract/single-line.ts';
import { IdentityError, type IdentityUser } from './identity.ts';
import { readMfaResolver } from './mfa-api.ts';
import { MfaRequiredError } from './mfa-methods.ts';
import { providerMessage } from './provider-message.ts';

/** Runs what the SDK does; its refusals come in words of ours, and with the way to go on where a code is needed too. */
export type WithTranslatedErrors = <T>(act: () => Promise<T>) => Promise<T>;

export function withTranslatedErrors(auth: Auth): WithTranslatedErrors {
  const worded: WithTranslatedErrors = async (act) => {
    try {
      return await act();
    } catch (cause) {
      if (!(cause instanceof FirebaseError)) throw cause;
      const step = readMfaResolver(auth, cause);
      if (!step) throw translate(cause);
      const { factors, sendCode, finish } = step;
      throw new MfaRequiredError(
        {
          factors,
          sendCode: (id) => worded(() => sendCode(id)),
          finish: (id, code) => worded(async () => readUser(await finish(id, code))),
        },
        cause,
      );
    }
  };
  return worded;
}

function translate(cause: FirebaseError): IdentityError {
  const code = cause.code.replace(/^auth\//, '');
  return new IdentityError(code, providerMessage(code, cause.message), cause);
}

/** The SDK keeps the provider's last answer about the person; only there it stands whether there is a password. */
type Answered = User & { reloadUserInfo?: { passwordHash?: string } | null };

export function readUser(user: User): IdentityUser {
  const providers = user.providerData.map(({ providerId }) => providerId);
  const { reloadUserInfo: answer } = user as Answered;
  const displayName = user.displayName ?? '';
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName: isVisible(displayName) ? displayName : '',
    providers,
    emailVerified: user.emailVerified,
    hasPassword: answer ? Boolean(answer.passwordHash) : providers.includes('password'),
  };
}
