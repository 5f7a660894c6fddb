import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { SecondStep } from '#web/session/second-factors.ts';
import { panel } from '#web/ui/looks.ts';
import { Modal } from '#web/ui/modal.tsx';
import { SignInAgain } from './sign-in-again.tsx';

type Asked = { step: SecondStep | undefined; answer: (done: boolean) => void };

/**
 * `signInAgain` opens a window in which the person signs in again, from the beginning or from the second step that is
 * still owed; true once they have. `dialog` stands in the page.
 */
export function useSignInAgain(): {
  signInAgain: (step?: SecondStep) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>();

  const signInAgain = (step?: SecondStep) =>
    new Promise<boolean>((resolve) => setAsked({ step, answer: resolve }));
  const end = (done: boolean) => {
    setAsked(undefined);
    asked?.answer(done);
  };
  const dialog = (
    <Modal open={asked !== undefined} onClose={() => end(false)} label={t`Sign in again`} className={panel}>
      {asked && <SignInAgain begun={asked.step} onDone={() => end(true)} />}
    </Modal>
  );
  return { signInAgain, dialog };
}
