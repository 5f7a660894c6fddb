import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { finishSignIn, loadIdentityClient, type SignInResult, useSession } from '#web/auth/auth-provider.tsx';
import { finishGoogle, signInWithGoogle } from '#web/auth/google.ts';
import { type MfaChallenge, MfaRequiredError } from '#web/auth/mfa-methods.ts';
import { returnPath } from '#web/auth/return-location.ts';
import { Button } from '#web/components/button.tsx';
import { NeedsScript, Spinner } from '#web/components/spinner.tsx';
import { useHydrated } from '#web/components/use-hydrated.ts';
import { failureText, greetNewUser, type OnFailure } from './failure-text.ts';
import { VerificationForm } from './verification-form.tsx';

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
  const [step, setStep] = useState<MfaChallenge>();
  useEffect(() => {
    document.addEventListener('focusin', warmUp, { once: true });
    return () => document.removeEventListener('focusin', warmUp);
  }, []);
  if (state === 'signed-in') return <Navigate to={returnPath(location.state, origin())} replace />;

  const onFailure: OnFailure = (error) => {
    if (error instanceof MfaRequiredError) setStep(error.step);
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
          <VerificationForm step={step} onCode={(id, code) => finish(step, id, code)} onBack={goBack} />
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

const finish = async (step: MfaChallenge, factorId: string, code: string) =>
  void (await finishSignIn(step, factorId, code));

// Loads the identity SDK while the person still types; what fails now is told when they submit.
const warmUp = () => void loadIdentityClient().catch(() => undefined);

const origin = () => (import.meta.env.SSR ? 'http://localhost' : window.location.origin);

function GoogleButton({ onFailure }: { onFailure: OnFailure }) {
  const hydrated = useHydrated();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(0);

  async function goOn(entered: Promise<SignInResult>) {
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
        {waiting > 0 &&
          t`Continue in the Google window. If you lost it, press the button to open another one.`}
      </p>
    </>
  );
}

/** By another click: the newer window goes on. */
const isReplaced = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'cancelled-popup-request';
