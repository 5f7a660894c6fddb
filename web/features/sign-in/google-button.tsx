import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { finishGoogle, signInWithGoogle } from '#web/session/google.ts';
import type { Entered } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { greetNewUser, type OnFailure } from './failure-text.ts';

export function GoogleButton({ onFailure }: { onFailure: OnFailure }) {
  const hydrated = useHydrated();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(0);

  async function goOn(entered: Promise<Entered>) {
    setWaiting((count) => count + 1);
    onFailure(undefined);
    try {
      greetNewUser(await entered);
    } catch (error) {
      if (!isReplaced(error)) onFailure(error);
    }
    setWaiting((count) => count - 1);
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
    <>
      <Button
        look="quiet"
        className="w-full"
        disabled={!hydrated}
        onClick={() => void goOn(signInWithGoogle(state))}
      >
        {waiting > 0 && <Spinner size="small" />}
        {t`Continue With Google`}
      </Button>
      <p role="status" className="bb-hint mt-2 text-center">
        {waiting > 0 && t`Go on in the window of Google. Lost it? The button opens another one.`}
      </p>
    </>
  );
}

/** By another click: the newer window goes on. */
const isReplaced = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'cancelled-popup-request';
