import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { finishSignIn, type SignInResult, useSession } from '#web/auth/auth-provider.tsx';
import { sendSignInLink, signInByLink, storedEmail } from '#web/auth/email-link.ts';
import { IdentityError } from '#web/auth/identity.ts';
import { type MfaChallenge, MfaRequiredError } from '#web/auth/mfa-methods.ts';
import { nextPath } from '#web/auth/return-location.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { EmailField } from './account-fields.tsx';
import { failureText, greetNewUser } from './failure-text.ts';
import { ForgottenFields } from './schema.ts';
import { VerificationForm } from './verification-form.tsx';

type State =
  | { at: 'asking'; failure?: string | undefined }
  | { at: 'trying' }
  | { at: 'second-step'; step: MfaChallenge }
  | { at: 'over'; expired: boolean }
  | { at: 'entered' };

/** Signs in by the link that this page was opened with; asks for the address where this browser does not know it. */
export function LinkSignIn() {
  const [query] = useSearchParams();
  const [address, setAddress] = useState(() => storedEmail() ?? '');
  const [state, setState] = useState<State>({ at: address ? 'trying' : 'asking' });
  const next = nextPath(query, location.origin);

  async function goOn(entering: Promise<SignInResult>) {
    greetNewUser(await entering);
    setState({ at: 'entered' });
  }

  async function signIn(email: string) {
    setAddress(email);
    try {
      await goOn(signInByLink(email, location.href));
    } catch (error) {
      setState(stateAfter(error));
    }
  }

  const started = useRef(false);
  const begin = useEffectEvent(() => {
    if (address && !started.current) void signIn(address);
    started.current = true;
  });
  useEffect(() => begin(), []);

  switch (state.at) {
    case 'entered':
      return <Navigate to={next} replace />;
    case 'trying':
      return (
        <>
          <h1 className="mb-4">{t`Signing you in`}</h1>
          <Spinner label={t`Checking your link`} />
        </>
      );
    case 'second-step':
      return (
        <VerificationForm
          step={state.step}
          onCode={(id, code) => goOn(finishSignIn(state.step, id, code))}
          onBack={() => setState({ at: 'over', expired: false })}
          back={t`Start again with a new link`}
        />
      );
    case 'over':
      return <ExpiredLink email={address} expired={state.expired} next={next} />;
    case 'asking':
      return <LinkAddressForm email={address} failure={state.failure} onSubmit={signIn} />;
  }
}

function stateAfter(error: unknown): State {
  if (error instanceof MfaRequiredError) return { at: 'second-step', step: error.step };
  const code = error instanceof IdentityError ? error.code : '';
  if (code === 'expired-action-code' || code === 'invalid-action-code') {
    return { at: 'over', expired: code === 'expired-action-code' };
  }
  const failure =
    code === 'invalid-email' ? t`The link was sent to a different address.` : failureText(error);
  return { at: 'asking', failure };
}

type Props = { email: string; failure: string | undefined; onSubmit: (email: string) => Promise<void> };

/** Asks which address a link was mailed to: whoever finds the link alone cannot use it. */
function LinkAddressForm({ email, failure, onSubmit }: Props) {
  const { form, field, isSubmitting } = useFields(ForgottenFields, { defaultValues: { email } });
  const submit = form.handleSubmit((fields) => onSubmit(fields.email));

  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {t`Sign in with your link`}
      </h1>
      <p className="bb-hint mt-3 mb-6">{t`Which address did we send the link to?`}</p>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <EmailField {...field('email')} />
        <Button type="submit" busy={isSubmitting}>
          {t`Sign in`}
        </Button>
        <FormError text={failure} />
      </form>
    </>
  );
}

type LinkOverProps = { email: string; expired: boolean; next: string };

/** A sign-in link that opens nothing any more, and what to do now. */
function ExpiredLink({ email, expired, next }: LinkOverProps) {
  const { state, user } = useSession();
  const [sent, setSent] = useState(false);
  const { failure, busy, attempt } = useFormAction(failureText);
  const send = () => attempt(() => sendSignInLink(email, next).then(() => setSent(true)));

  if (state === 'signed-in') {
    return (
      <>
        <h1 ref={focusOnMount} tabIndex={-1}>
          {t`You are signed in`}
        </h1>
        <p className="mt-4 mb-6">{t`This link was used already. You are signed in as ${user?.email ?? ''}.`}</p>
        <LinkButton to={next}>{t`Continue`}</LinkButton>
      </>
    );
  }
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {t`This link does not work any more`}
      </h1>
      <p role="status" className="mt-4 mb-6">
        {sent ? t`We sent a new link to ${email}.` : reasonFor(expired)}
      </p>
      <div className="mb-4">
        <FormError text={failure} />
      </div>
      <div className="flex flex-wrap gap-3">
        {!sent && (
          <Button busy={busy} onClick={() => void send()}>
            {t`Send a new link`}
          </Button>
        )}
        <LinkButton look="quiet" to="/login">
          {t`Go to login`}
        </LinkButton>
      </div>
    </>
  );
}

const reasonFor = (expired: boolean): string =>
  expired
    ? t`This link has expired.`
    : t`Each link works once. This one was already used, or part of it is missing.`;
