import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useSession } from '#web/auth/auth-provider.tsx';
import { readStoredEmail, sendSignInLink, signInByLink } from '#web/auth/email-link.ts';
import { IdentityError, type MfaChallenge } from '#web/auth/identity.ts';
import { MfaRequiredError } from '#web/auth/mfa-methods.ts';
import { nextPath } from '#web/auth/return-path.ts';
import { finishSignIn, type SignInResult } from '#web/auth/sign-in.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { focusFirstField, focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { EmailField } from './account-fields.tsx';
import { greetNewUser } from './greet-new-user.ts';
import { EmailFields } from './schema.ts';
import { VerificationForm } from './verification-form.tsx';

type State =
  | { status: 'address-required'; failure?: string | undefined }
  | { status: 'signing-in' }
  | { status: 'verification'; challenge: MfaChallenge }
  | { status: 'unusable-link'; isExpired: boolean }
  | { status: 'signed-in' };

/** Signs in with the link that opened this page. Asks for the address if this browser has not stored it. */
export default function LinkSignIn() {
  const [query] = useSearchParams();
  const [address, setAddress] = useState(() => readStoredEmail() ?? '');
  const [state, setState] = useState<State>({ status: address ? 'signing-in' : 'address-required' });
  const { user } = useSession();
  const next = nextPath(query, location.origin);

  async function completeSignIn(signIn: Promise<SignInResult>) {
    greetNewUser(await signIn);
    setState({ status: 'signed-in' });
  }

  async function signInAs(email: string) {
    setAddress(email);
    try {
      await completeSignIn(signInByLink(email, location.href));
    } catch (error) {
      setState(stateAfter(error));
    }
  }

  const hasStarted = useRef(false);
  const startOnce = useEffectEvent(() => {
    if (address && !hasStarted.current) void signInAs(address);
    hasStarted.current = true;
  });
  useEffect(() => startOnce(), []);

  switch (state.status) {
    case 'signed-in':
      return <Navigate to={next === '/' ? (user?.firstPage ?? next) : next} replace />;
    case 'signing-in':
      return (
        <>
          <h1 className="mb-4">{t`Signing you in`}</h1>
          <Spinner label={t`Checking your link`} />
        </>
      );
    case 'verification':
      return (
        <>
          <h1 className="mb-6">{t`Sign in with your link`}</h1>
          <VerificationForm
            challenge={state.challenge}
            onSubmit={(id, code) => completeSignIn(finishSignIn(state.challenge, id, code))}
            onBack={() => setState({ status: 'unusable-link', isExpired: false })}
            backLabel={t`Start again with a new link`}
          />
        </>
      );
    case 'unusable-link':
      return <ExpiredLink email={address} isExpired={state.isExpired} next={next} />;
    case 'address-required':
      return <LinkAddressForm email={address} failure={state.failure} onSubmit={signInAs} />;
  }
}

function stateAfter(error: unknown): State {
  if (error instanceof MfaRequiredError) return { status: 'verification', challenge: error.challenge };
  const code = error instanceof IdentityError ? error.code : '';
  if (code === 'expired-action-code' || code === 'invalid-action-code') {
    return { status: 'unusable-link', isExpired: code === 'expired-action-code' };
  }
  const failure = code === 'invalid-email' ? t`The link was sent to a different address.` : errorText(error);
  return { status: 'address-required', failure };
}

type Props = { email: string; failure: string | undefined; onSubmit: (email: string) => Promise<void> };

/** Asks which address the link was sent to, so that a stolen link alone cannot be used. */
function LinkAddressForm({ email, failure, onSubmit }: Props) {
  const { form, field, isSubmitting } = useFields(EmailFields, { defaultValues: { email } });
  const titleId = useId();
  const submit = form.handleSubmit((fields) => onSubmit(fields.email));
  useEffect(focusFirstField, []);

  return (
    <>
      <h1 id={titleId} tabIndex={-1}>
        {t`Sign in with your link`}
      </h1>
      <p className="bb-hint mt-3 mb-6">{t`Which address did we send the link to?`}</p>
      <form onSubmit={submit} noValidate aria-labelledby={titleId} className="grid gap-4">
        <EmailField {...field('email')} data-first-focus />
        <Button type="submit" isBusy={isSubmitting}>
          {t`Sign in`}
        </Button>
        <FormError text={failure} />
      </form>
    </>
  );
}

type ExpiredLinkProps = { email: string; isExpired: boolean; next: string };

/** Explains that a sign-in link no longer works and offers a new one. */
function ExpiredLink({ email, isExpired, next }: ExpiredLinkProps) {
  const { state, user } = useSession();
  const [isSent, setIsSent] = useState(false);
  const { failure, isBusy, attempt } = useFormAction();
  const send = () => attempt(() => sendSignInLink(email, next).then(() => setIsSent(true)));

  if (state === 'signed-in') {
    return (
      <>
        <h1 ref={focusOnMount} tabIndex={-1}>
          {t`You are signed in`}
        </h1>
        <p className="mt-4 mb-6">{t`This link has already been used. You are signed in as ${user?.email ?? ''}.`}</p>
        <LinkButton to={next}>{t`Continue`}</LinkButton>
      </>
    );
  }
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {t`This link no longer works`}
      </h1>
      <p role="status" className="mt-4 mb-6">
        {isSent ? t`We sent a new link to ${email}.` : expiredText(isExpired)}
      </p>
      <div className="mb-4">
        <FormError text={failure} />
      </div>
      <div className="flex flex-wrap gap-3">
        {!isSent && (
          <Button isBusy={isBusy} onClick={() => void send()}>
            {t`Send a new link`}
          </Button>
        )}
        <LinkButton variant="outlined" to="/login">
          {t`Go to login`}
        </LinkButton>
      </div>
    </>
  );
}

const expiredText = (isExpired: boolean): string =>
  isExpired
    ? t`This link has expired.`
    : t`Each link works once. This one was already used, or part of it is missing.`;
