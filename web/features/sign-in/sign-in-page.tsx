import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { returnPath } from '#web/session/return-location.ts';
import { SecondFactorNeeded, type SecondStep } from '#web/session/second-factors.ts';
import { finishSignIn, openIdentity, useSession } from '#web/session/session.tsx';
import { NeedsScript } from '#web/ui/spinner.tsx';
import { failureText, type OnFailure } from './failure-text.ts';
import { GoogleButton } from './google-button.tsx';
import { SecondStepForm } from './second-step-form.tsx';

type Props = {
  title: string;
  /** The form; it hands to `onFailure` what was thrown, `undefined` while it tries again. */
  children: (onFailure: OnFailure) => ReactNode;
  /** What stands under the Google button. */
  footer: ReactNode;
};

/** The frame of login and register. Whoever is signed in goes on to the page they came from. */
export function SignInPage({ title, children, footer }: Props) {
  const { state } = useSession();
  const location = useLocation();
  const [failure, setFailure] = useState<string>();
  const [step, setStep] = useState<SecondStep>();
  useEffect(() => {
    document.addEventListener('focusin', warmUp, { once: true });
    return () => document.removeEventListener('focusin', warmUp);
  }, []);
  if (state === 'signed-in') return <Navigate to={returnPath(location.state, origin())} replace />;

  const onFailure: OnFailure = (error) => {
    if (error instanceof SecondFactorNeeded) setStep(error.step);
    else setFailure(error === undefined ? undefined : failureText(error));
  };
  const goBack = (message?: string) => {
    setStep(undefined);
    setFailure(message);
  };

  return (
    <div className="bb-page bb-section">
      <div className="bb-card mx-auto max-w-md p-6 sm:p-10">
        <h1 className="mb-6" tabIndex={-1}>
          {title}
        </h1>
        <NeedsScript>
          {t`Signing in needs JavaScript. Turn it on in your browser and load the page again.`}
        </NeedsScript>
        {step ? (
          <SecondStepForm step={step} onCode={(id, code) => finish(step, id, code)} onBack={goBack} />
        ) : (
          <>
            {children(onFailure)}
            <p role="alert" className="bb-error mt-4">
              {failure}
            </p>
            <p className="bb-or">{t`OR`}</p>
            <GoogleButton onFailure={onFailure} />
            {footer}
          </>
        )}
      </div>
    </div>
  );
}

const finish = async (step: SecondStep, factorId: string, code: string) =>
  void (await finishSignIn(step, factorId, code));

// Loads the identity SDK while the person still types; what fails now is told when they submit.
const warmUp = () => void openIdentity().catch(() => undefined);

const origin = () => (import.meta.env.SSR ? 'http://localhost' : window.location.origin);
