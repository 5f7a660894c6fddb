import { t } from '@lingui/core/macro';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { IdentityError, type MfaChallenge } from '#web/auth/identity.ts';
import { CanceledByUser } from '#web/browser/canceled-by-user.ts';
import { panelClass } from '#web/components/class-names.ts';
import { Modal } from '#web/components/modal.tsx';
import { Reauthenticate } from './reauthenticate.tsx';

type SignInOptions = {
  /** Set when the password is already verified and only the verification code is missing. */
  challenge?: MfaChallenge;
  /** Set when the password is not enough, so that the dialog asks for a passkey or an emailed link. */
  needsLink?: boolean;
};
type SignInPrompt = SignInOptions & { resolve: (isDone: boolean) => void };

/**
 * Opens a dialog in which the user signs in again.
 * @throws CanceledByUser when the user closes the dialog
 */
type SignInAgain = (options?: SignInOptions) => Promise<void>;

const SignInAgainContext = createContext<SignInAgain>(() => Promise.reject(new CanceledByUser()));

/** Provides the sign-in dialog to `useRetryAfterSignIn` and `useReauthentication` in its children. */
export function RecentSignIn({ children }: { children: ReactNode }) {
  const [prompt, setPrompt] = useState<SignInPrompt>();

  const signInAgain = async (options?: SignInOptions) => {
    const isDone = await new Promise<boolean>((resolve) => setPrompt({ ...options, resolve }));
    if (!isDone) throw new CanceledByUser();
  };
  const close = (isDone: boolean) => {
    setPrompt(undefined);
    prompt?.resolve(isDone);
  };
  return (
    <SignInAgainContext value={signInAgain}>
      {children}
      <Modal
        open={prompt !== undefined}
        onClose={() => close(false)}
        label={t`Sign in again`}
        className={panelClass}
      >
        {prompt && <Reauthenticate {...prompt} onDone={() => close(true)} />}
      </Modal>
    </SignInAgainContext>
  );
}

export const useReauthentication = (): SignInAgain => useContext(SignInAgainContext);

/**
 * Returns a function that runs `action` and, if it requires a recent sign-in, asks the user to sign in and
 * runs it again. It throws CanceledByUser when the user closes the sign-in dialog.
 */
export function useRetryAfterSignIn(): <T>(action: () => Promise<T>) => Promise<T> {
  const signInAgain = useReauthentication();
  return async (action) => {
    try {
      return await action();
    } catch (error) {
      const needsLink = hasCode(error, 'email-link-required');
      if (!needsLink && !needsRecentSignIn(error)) throw error;
      await signInAgain({ needsLink });
    }
    return action().catch((error: unknown) => {
      // The user has just signed in, but without the second factor that an account with a role needs.
      throw hasCode(error, 'requires-recent-login') ? new Error(secondFactorNeeded) : error;
    });
  };
}

const secondFactorNeeded = t`Because your account has a role, sign in with your passkey first. If you lost it, an owner of this site can remove it.`;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof IdentityError && error.code === code;

/** True for the errors with which the identity provider and the product server require a recent sign-in. */
const needsRecentSignIn = (error: unknown): boolean =>
  hasCode(error, 'requires-recent-login') ||
  (error instanceof ApiError && error.code === 'recent-sign-in-needed');
