import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Entered, finishGoogle, signInWithGoogle } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import type { OnFailure } from './failure-text.ts';
import { greetNewUser } from './greet-new-user.ts';

export function GoogleButton({ onFailure }: { onFailure: OnFailure }) {
  const hydrated = useHydrated();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function goOn(entered: Promise<Entered>) {
    setBusy(true);
    onFailure(undefined);
    try {
      greetNewUser(await entered);
    } catch (error) {
      onFailure(error);
    }
    setBusy(false);
  }

  const comeBack = useEffectEvent(() => {
    const visit = finishGoogle();
    if (!visit) return;
    // The page of origin was left behind by the way over Google.
    void navigate('/login', { state: visit.state, replace: true });
    void goOn(visit.entered);
  });
  useEffect(() => comeBack(), []);

  return (
    <Button
      look="quiet"
      className="w-full"
      busy={busy}
      disabled={!hydrated}
      onClick={() => void goOn(signInWithGoogle(state))}
    >
      Continue With Google
    </Button>
  );
}
