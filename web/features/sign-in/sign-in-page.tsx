import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate, useNavigationType } from 'react-router';
import { loadIdentityClient, useSession } from '#web/auth/auth-provider.tsx';
import { finishGoogle, signInWithGoogle } from '#web/auth/google.ts';
import type { MfaChallenge } from '#web/auth/identity.ts';
import { MfaRequiredError } from '#web/auth/mfa-methods.ts';
import { sessionPersistence, userKey } from '#web/auth/persistence.ts';
import { stateOfReferrer } from '#web/auth/return-location.ts';
import { returnPath } from '#web/auth/return-path.ts';
import { finishSignIn, type SignInResult } from '#web/auth/sign-in.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { Button } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { focusFirstField } from '#web/components/focus-on-mount.ts';
import { GoogleMark } from '#web/components/google-mark.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { NoScriptMessage, Spinner } from '#web/components/spinner.tsx';
import { basePath } from '#web/i18n/language.ts';
import { greetNewUser, type OnFailure } from './greet-new-user.ts';

const loadVerificationForm = () => import('./verification-form.tsx');
const VerificationForm = lazyComponent(async () => ({
  default: (await loadVerificationForm()).VerificationForm,
}));

type Props = {
  title: string;
  /** Renders the form, which reports its errors to `onFailure`. */
  children: (onFailure: OnFailure) => ReactNode;
  /** The link to the other page: to register, or to sign in with an existing account. */
  otherPage: ReactNode;
  /** Renders the part below the Google button. */
  footer?: (onFailure: OnFailure) => ReactNode;
};

/** Lays out the login and register pages. Redirects signed-in users to the page they came from. */
export function SignInPage({ title, children, otherPage, footer }: Props) {
  const { state, user } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const [failure, setFailure] = useState<string>();
  const [challenge, setChallenge] = useState<MfaChallenge>();
  // This runs before the listener below is added, so that this focus alone does not load the identity
  // provider.
  useEffect(() => {
    if (!challenge) focusFirstField();
  }, [challenge]);
  useEffect(() => {
    document.addEventListener('focusin', preloadIdentityClient, { once: true });
    return () => document.removeEventListener('focusin', preloadIdentityClient);
  }, []);
  const keepReferrer = useEffectEvent(() => {
    if (navigationType !== 'POP' || location.state || pageData().path !== basePath + location.pathname)
      return;
    const opened = stateOfReferrer(document.referrer, origin(), basePath);
    if (opened) void navigate(location, { state: opened, replace: true });
  });
  useEffect(() => keepReferrer(), []);
  const isSignedIn = state === 'signed-in';
  useEffect(() => {
    if (!isSignedIn) return;
    // A user who signs out again while the next page loads returns to this one, and begins anew.
    setChallenge(undefined);
    void import('./offer-passkey.ts').then(
      ({ offerPasskey }) => offerPasskey(),
      () => undefined,
    );
  }, [isSignedIn]);
  if (isSignedIn) {
    const path = returnPath(location.state, origin());
    return <Navigate to={path === '/' ? (user?.firstPage ?? path) : path} replace />;
  }

  const onFailure: OnFailure = (error) => {
    if (error instanceof MfaRequiredError) setChallenge(error.challenge);
    else setFailure(error === undefined ? undefined : errorText(error));
  };
  const goBack = (message?: string) => {
    setChallenge(undefined);
    setFailure(message);
  };

  return (
    <div className="bb-page bb-section bb-full-height md:grid md:grid-cols-[minmax(0,1fr)_28rem] md:items-start md:gap-10 max-sm:pt-4">
      {/* The picture is hidden on phones, where a lazy picture is not loaded. */}
      <picture className="hidden md:block">
        <source srcSet="/drawings/inspire-680.avif" type="image/avif" />
        <img src="/drawings/inspire-680.webp" alt="" width={680} height={559} loading="lazy" />
      </picture>
      <div className="bb-card mx-auto w-full max-w-md p-6 sm:p-10">
        <h1 className="mb-4" tabIndex={-1}>
          {title}
        </h1>
        <ReasonToSignIn />
        <NoScriptMessage>{t`To sign in, turn on JavaScript and reload the page.`}</NoScriptMessage>
        {challenge ? (
          <Suspense fallback={<Spinner />}>
            <VerificationForm
              challenge={challenge}
              onSubmit={(id, code) => finishWithCode(challenge, id, code)}
              onBack={goBack}
            />
          </Suspense>
        ) : (
          <>
            {children(onFailure)}
            <p role="alert" className="bb-error mt-4">
              {failure}
            </p>
            <p className="mt-4 text-center">{otherPage}</p>
            <p className="bb-or my-3">{t`OR`}</p>
            <GoogleButton onFailure={onFailure} />
            {footer?.(onFailure)}
          </>
        )}
      </div>
    </div>
  );
}

/**
 * Shows why the visitor has to sign in. The reason is in the browser's history: after a reload, a script
 * shows it before the first paint.
 */
function ReasonToSignIn() {
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const isExpired = isHydrated && state?.from && sessionPersistence.uid() === '';
  const reason: string = (isHydrated && !isExpired && state?.reason) || '';
  return (
    <div>
      <p className="-mt-4 mb-5" hidden={!reason} suppressHydrationWarning>
        {reason}
      </p>
      <p className="-mt-4 mb-5" hidden={!isExpired} suppressHydrationWarning>
        {t`Your session has expired. Sign in again.`}
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
      <script dangerouslySetInnerHTML={{ __html: showReason }} />
    </div>
  );
}

const showReason = `try {
  const state = history.state.usr, [reason, expired] = document.currentScript.parentNode.children;
  expired.hidden = !state.from || localStorage.getItem("${userKey}") !== "";
  reason.textContent = state.reason || "";
  reason.hidden = !expired.hidden || !state.reason;
} catch {}`;

const finishWithCode = async (challenge: MfaChallenge, factorId: string, code: string) =>
  void (await finishSignIn(challenge, factorId, code));

// Load the code of the next step while the user is typing. Ignore errors, because submitting the form reports
// them.
const preloadIdentityClient = () =>
  void Promise.all([loadIdentityClient(), loadVerificationForm()]).catch(() => undefined);

const origin = () => (import.meta.env.SSR ? 'http://localhost' : window.location.origin);

function GoogleButton({ onFailure }: { onFailure: OnFailure }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [pendingCount, setPendingCount] = useState(0);

  async function completeSignIn(signIn: Promise<SignInResult>) {
    setPendingCount((count) => count + 1);
    onFailure(undefined);
    try {
      greetNewUser(await signIn);
    } catch (error) {
      if (!isSuperseded(error)) onFailure(error);
    }
    setPendingCount((count) => count - 1);
  }

  const resumeGoogleSignIn = useEffectEvent(() => {
    const redirect = finishGoogle();
    if (!redirect) return;
    // The redirect to Google lost the location state, so restore the page to return to.
    void navigate('/login', { state: redirect.state, replace: true });
    void completeSignIn(redirect.entered);
  });
  useEffect(() => resumeGoogleSignIn(), []);

  return (
    <>
      <Button
        variant="outlined"
        className="w-full"
        onClick={() => void completeSignIn(signInWithGoogle(state))}
      >
        {pendingCount > 0 ? <Spinner size="small" /> : <GoogleMark />}
        {t`Continue With Google`}
      </Button>
      <p role="status" className="bb-hint mt-2 text-center">
        {pendingCount > 0 &&
          t`Continue in the Google window. If you cannot find it, press the button to open a new one.`}
      </p>
    </>
  );
}

/** True when another click opened a newer Google window, which continues the sign-in. */
const isSuperseded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'cancelled-popup-request';
