import { type ReactNode, useState } from 'react';
import { Modal } from '#web/ui/modal.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** `signInAgain` opens a window in which the person signs in again; true once they have. `dialog` stands in the page. */
export function useSignInAgain(): { signInAgain: () => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ answer: (done: boolean) => void }>();

  const signInAgain = () => new Promise<boolean>((resolve) => setAsked({ answer: resolve }));
  const end = (done: boolean) => {
    setAsked(undefined);
    asked?.answer(done);
  };
  const dialog = (
    <Modal
      open={asked !== undefined}
      onClose={() => end(false)}
      label="Sign in again"
      className="bb-panel-dialog"
    >
      {asked && <SignInAgain onDone={() => end(true)} />}
    </Modal>
  );
  return { signInAgain, dialog };
}
