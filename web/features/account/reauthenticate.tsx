import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { accessTokenKey } from '#web/api/access-token.ts';
import { finishSignInAgain, hasRecentSignIn, signInAgain, signInAgainWithGoogle } from '#web/auth/account.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Password } from '#web/auth/credentials.ts';
import { sendSignInLink } from '#web/auth/email-link.ts';
import { type MfaChallenge, MfaRequiredError } from '#web/auth/mfa-methods.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/field.tsx';
import { errorText, FormError, useFormAction } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { VerificationForm } from '#web/features/sign-in/verification-form.tsx';

type Step = { step?: MfaChallenge | undefined; failure?: string | undefined };

/** `begun`: the first factor is proven, this one is still owed. */
type Props = { begun: MfaChallenge | undefined; onDone: () => void };

/** Signs the same person in again, by whatever way they have. */
export function Reauthenticate({ begun, onDone }: Props) {
  const { user } = useSession();
  const [{ step, failure }, setStep] = useState<Step>({ step: begun });
  const { busy, attempt } = useFormAction();
  if (!user) return null;

  const enter = async (entering: Promise<void>) => {
    setStep({});
    try {
      await entering;
      onDone();
    } catch (error) {
      setStep(error instanceof MfaRequiredError ? { step: error.step } : { failure: errorText(error) });
    }
  };
  if (step) {
    return (
      <VerificationForm
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
        <Trans>You signed in a while ago. Confirm that it's you before you change this.</Trans>
      </p>
      {user.hasPassword && <CurrentPassword email={user.email} onPassword={enter} />}
      <FormError text={failure} />
      {withGoogle && (
        <Button look="quiet" busy={busy} onClick={() => void attempt(() => enter(signInAgainWithGoogle()))}>
          <Trans>Continue With Google</Trans>
        </Button>
      )}
      {!user.hasPassword && !withGoogle && <RequestNewLink email={user.email} onDone={onDone} />}
    </div>
  );
}

type PasswordProps = { email: string; onPassword: (entering: Promise<void>) => Promise<void> };

function CurrentPassword({ email, onPassword }: PasswordProps) {
  const { form, field, isSubmitting } = useFields(z.object({ password: Password }), {
    defaultValues: { password: '' },
  });
  return (
    <form
      onSubmit={form.handleSubmit(({ password }) => onPassword(signInAgain(password)))}
      noValidate
      className="grid gap-4"
    >
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <TextField
        {...field('password')}
        label={t`Your password`}
        type="password"
        autoComplete="current-password"
        data-first-focus
      />
      <Button type="submit" busy={isSubmitting}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}

type LinkProps = { email: string; onDone: () => void };

/**
 * For who has neither a password nor Google: an emailed link signs in again. Opened in another tab of this browser, it
 * stores a new access token, and this page continues; opened in this one it leads back to the account page.
 */
function RequestNewLink({ email, onDone }: LinkProps) {
  const [sent, setSent] = useState(false);

  const continueWhenRecent = useEffectEvent(async () => {
    if (await hasRecentSignIn()) onDone();
  });
  useEffect(() => {
    if (!sent) return;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // If the check fails (offline), the person presses the button of the account page again.
      if (key === accessTokenKey && newValue) void continueWhenRecent().catch(() => undefined);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [sent]);

  const send = () => sendSignInLink(email, '/dashboard/account').then(() => setSent(true));
  return (
    <>
      <p role="status">
        {sent
          ? t`We sent a link to ${email}. Open it in this browser and this page continues automatically.`
          : t`You sign in with links that we email you. Get a new link and open it.`}
      </p>
      {!sent && (
        <ActionButton act={send} data-first-focus>
          <Trans>Email me a link</Trans>
        </ActionButton>
      )}
    </>
  );
}
