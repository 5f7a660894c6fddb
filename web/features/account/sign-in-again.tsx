import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { SecondStepForm } from '#web/features/sign-in/second-step-form.tsx';
import { finishSignInAgain, signInAgainWithGoogle } from '#web/session/account.ts';
import { SecondFactorNeeded, type SecondStep } from '#web/session/second-factors.ts';
import { useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkAgain } from './link-again.tsx';
import { PasswordAgain } from './password-again.tsx';
import { Refusal } from './refusal.tsx';
import { useBusy } from './use-busy.ts';

type Step = { step?: SecondStep | undefined; failure?: string | undefined };

/** `begun`: the first factor is proven, this one is still owed. */
type Props = { begun: SecondStep | undefined; onDone: () => void };

/** Signs the same person in again, by whatever way they have. */
export function SignInAgain({ begun, onDone }: Props) {
  const { user } = useSession();
  const [{ step, failure }, setStep] = useState<Step>({ step: begun });
  const [busy, whileBusy] = useBusy();
  if (!user) return null;

  const enter = async (entering: Promise<void>) => {
    setStep({});
    try {
      await entering;
      onDone();
    } catch (error) {
      if (error instanceof SecondFactorNeeded) setStep({ step: error.step });
      else setStep({ failure: error instanceof Error ? error.message : String(error) });
    }
  };
  if (step) {
    return (
      <SecondStepForm
        step={step}
        onCode={(id, code) => finishSignInAgain(step, id, code).then(onDone)}
        onBack={(message) => setStep({ failure: message })}
      />
    );
  }
  const withGoogle = user.providers.includes('google.com');
  return (
    <div className="grid gap-4">
      <h2>
        <Trans>Sign in again</Trans>
      </h2>
      <p className="bb-hint">
        <Trans>You signed in a while ago. Before we change this, show us once more that it is you.</Trans>
      </p>
      {user.hasPassword && <PasswordAgain email={user.email} onPassword={enter} />}
      <Refusal text={failure} />
      {withGoogle && (
        <Button look="quiet" busy={busy} onClick={() => void whileBusy(() => enter(signInAgainWithGoogle()))}>
          <Trans>Continue With Google</Trans>
        </Button>
      )}
      {!user.hasPassword && !withGoogle && <LinkAgain email={user.email} onDone={onDone} />}
    </div>
  );
}
