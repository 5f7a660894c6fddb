import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  canSuggestPasskeys,
  canUsePasskeys,
  offersPasskeys,
  requestPasskey,
} from '#web/auth/passkey-browser.ts';
import { signInWithPasskey } from '#web/auth/passkeys.ts';
import { CanceledByUser } from '#web/browser/canceled-by-user.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { Button } from '#web/components/button.tsx';
import type { OnFailure } from './greet-new-user.ts';

type Props = {
  onFailure: OnFailure;
  /** Keeps the layout until it is clear whether the browser has passkeys. */
  placeholder: ReactNode;
};

/**
 * Renders a button that signs in with a passkey. Where the browser can, the email field suggests passkeys
 * too.
 */
export default function PasskeySignIn({ onFailure, placeholder }: Props) {
  const isHydrated = useHydrated();
  const isOffered = isHydrated && offersPasskeys() && canUsePasskeys();
  const [isBusy, setIsBusy] = useState(false);
  const suggestion = useRef<AbortController>(undefined);

  async function signIn(credential: AuthenticationResponseJSON) {
    onFailure(undefined);
    await signInWithPasskey(credential);
  }

  /** Waits until the user chooses a suggestion in the email field. Errors before that are not shown. */
  const suggest = useEffectEvent(async () => {
    const controller = new AbortController();
    suggestion.current = controller;
    const { signal } = controller;
    if (!(await canSuggestPasskeys())) return;
    const chosen = await requestPasskey({ mediation: 'conditional', signal }).catch(() => undefined);
    if (chosen) await signIn(chosen).catch(onFailure);
  });
  useEffect(() => {
    if (!isOffered) return;
    void suggest();
    return () => suggestion.current?.abort();
  }, [isOffered]);

  async function press() {
    // A browser handles only one passkey request at a time.
    suggestion.current?.abort();
    onFailure(undefined);
    setIsBusy(true);
    try {
      await signIn(await requestPasskey());
    } catch (error) {
      if (!(error instanceof CanceledByUser)) onFailure(error);
      setIsBusy(false);
    }
  }

  if (!isHydrated) return placeholder;
  if (!isOffered) return null;
  return (
    <Button variant="outlined" className="mt-3 w-full" isBusy={isBusy} onClick={() => void press()}>
      {t`Sign in with a passkey`}
    </Button>
  );
}
