import { useState } from 'react';
import { signInWithGoogle } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { failureText } from './failure-text.ts';
import { greetNewUser } from './greet-new-user.ts';

export function GoogleButton({ onFailure }: { onFailure: (message: string | undefined) => void }) {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);

  async function goOn() {
    setBusy(true);
    onFailure(undefined);
    try {
      greetNewUser(await signInWithGoogle());
    } catch (error) {
      onFailure(failureText(error));
    }
    setBusy(false);
  }

  return (
    <Button look="quiet" className="w-full" busy={busy} disabled={!hydrated} onClick={() => void goOn()}>
      Continue With Google
    </Button>
  );
}
