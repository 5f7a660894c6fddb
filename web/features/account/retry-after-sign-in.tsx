import { t } from '@lingui/core/macro';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { IdentityError } from '#web/auth/identity.ts';
import type { MfaChallenge } from '#web/auth/mfa-methods.ts';
import { panel } from '#web/components/class-names.ts';
import { CancelledByUser } from '#web/components/form-error.tsx';
import { Modal } from '#web/components/modal.tsx';
import { Reauthenticate } from './reauthenticate.tsx';

type Asked = { step: MfaChallenge | undefined; answer: (done: boolean) => void };

/**
 * Opens a window in which the person signs in again, from the beginning or from the second step that is still owed.
 * @throws Declined when they would rather not
 */
type AskToSignInAgain = (step?: MfaChallenge) => Promise<void>;

const SignInAgainContext = createContext<AskToSignInAgain>(() => Promise.reject(new CancelledByUser()));

/** The part of a page in which people may be asked to sign in again. */
export function RecentSignIn({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();

  const signInAgain = async (step?: MfaChallenge) => {
    const done = await new Promise<boolean>((resolve) => setAsked({ step, answer: resolve }));
    if (!done) throw new CancelledByUser();
  };
  const end = (done: boolean) => {
    setAsked(undefined);
    asked?.answer(done);
  };
  return (
    <SignInAgainContext value={signInAgain}>
      {children}
      <Modal open={asked !== undefined} onClose={() => end(false)} label={t`Sign in again`} className={panel}>
        {asked && <Reauthenticate begun={asked.step} onDone={() => end(true)} />}
      </Modal>
    </SignInAgainContext>
  );
}

export const useSignInAgain = (): AskToSignInAgain => useContext(SignInAgainContext);

/**
 * Gives what does something that needs a sign-in of the last minutes: where that is too long ago, the person signs in
 * again and it is done then. It throws Declined when they would rather not.
 */
export function useRetryAfterSignIn(): <T>(act: () => Promise<T>) => Promise<T> {
  const signInAgain = useSignInAgain();
  return async (act) => {
    try {
      return await act();
    } catch (error) {
      if (!needsRecentSignIn(error)) throw error;
      await signInAgain();
      return act();
    }
  };
}

/** The identity provider says so, or the product server does. */
const needsRecentSignIn = (error: unknown): boolean =>
  (error instanceof IdentityError && error.code === 'requires-recent-login') ||
  (error instanceof ApiError && error.code === 'recent-sign-in-needed');
