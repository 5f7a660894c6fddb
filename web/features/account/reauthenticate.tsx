import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { accessTokenKey } from '#web/api/access-token.ts';
import { finishSignInAgain, hasRecentSignIn, signInAgain, signInAgainWithGoogle } from '#web/auth/account.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Password } from '#web/auth/credentials.ts';
import { sendSignInLink } from '#web/auth/email-link.ts';
import type { MfaChallenge } from '#web/auth/identity.ts';
import { MfaRequiredError } from '#web/auth/mfa-methods.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { Button } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { GoogleMark } from '#web/components/google-mark.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { UsernameField } from '#web/components/username-field.tsx';
import { PasswordField } from '#web/features/sign-in/account-fields.tsx';
import { VerificationForm } from '#web/features/sign-in/verification-form.tsx';

const PasskeyButton = lazyComponent(
  () => import('./passkey-button.tsx'),
  () => null,
);

type Progress = { challenge?: MfaChallenge | undefined; failure?: string | undefined };

type Props = {
  /** Set when the password is already verified and only the verification code is missing. */
  challenge?: MfaChallenge | undefined;
  /** Set when the password is not enough, so that a passkey or an emailed link is required. */
  needsLink?: boolean | undefined;
  onDone: () => void;
};

/** Signs the current user in again, with a password, a passkey, Google or an emailed link. */
export function Reauthenticate({ challenge: initialChallenge, needsLink = false, onDone }: Props) {
  const { user } = useSession();
  const [{ challenge, failure }, setProgress] = useState<Progress>({ challenge: initialChallenge });
  const { isBusy, attempt } = useFormAction();
  if (!user) return null;

  const completeSignIn = async (signIn: Promise<void>) => {
    setProgress({});
    try {
      await signIn;
      onDone();
    } catch (error) {
      setProgress(
        error instanceof MfaRequiredError ? { challenge: error.challenge } : { failure: errorText(error) },
      );
    }
  };
  if (challenge) {
    return (
      <VerificationForm
        challenge={challenge}
        onSubmit={(id, code) => finishSignInAgain(challenge, id, code).then(onDone)}
        onBack={(message) => setProgress({ failure: message })}
      />
    );
  }
  const withPassword = user.hasPassword && !needsLink;
  const withGoogle = user.providers.includes('google.com') && !needsLink;
  return (
    <div className="grid gap-4">
      <h2>
        <Trans>Sign in again</Trans>
      </h2>
      <p className="bb-hint">
        {needsLink ? (
          <Trans>Your account has a passkey. Use it, or open a link that we email you.</Trans>
        ) : (
          <Trans>You signed in a while ago. Confirm that it's you before you change this.</Trans>
        )}
      </p>
      {withPassword && <CurrentPassword email={user.email} onSubmit={completeSignIn} />}
      <FormError text={failure} />
      {withGoogle && (
        <Button
          variant="outlined"
          isBusy={isBusy}
          onClick={() => void attempt(() => completeSignIn(signInAgainWithGoogle()))}
        >
          {!isBusy && <GoogleMark />}
          <Trans>Continue With Google</Trans>
        </Button>
      )}
      <Suspense>
        <PasskeyButton onDone={onDone} />
      </Suspense>
      {!withPassword && !withGoogle && <RequestNewLink email={user.email} onDone={onDone} />}
    </div>
  );
}

type PasswordProps = { email: string; onSubmit: (signIn: Promise<void>) => Promise<void> };

function CurrentPassword({ email, onSubmit }: PasswordProps) {
  const { form, field, isSubmitting } = useFields(z.object({ password: Password }), {
    defaultValues: { password: '' },
  });
  return (
    <form
      onSubmit={form.handleSubmit(({ password }) => onSubmit(signInAgain(password)))}
      noValidate
      className="grid gap-4"
    >
      <UsernameField value={email} />
      <PasswordField
        {...field('password')}
        label={t`Your password`}
        autoComplete="current-password"
        data-first-focus
      />
      <Button type="submit" isBusy={isSubmitting}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}

type LinkProps = { email: string; onDone: () => void };

/**
 * Emails a sign-in link to a user with neither a password nor Google. If the link is opened in another tab of
 * this browser, that tab stores a new access token and this page continues. If it is opened in this tab, it
 * returns to the account page.
 */
function RequestNewLink({ email, onDone }: LinkProps) {
  const [isSent, setIsSent] = useState(false);

  const continueWhenRecent = useEffectEvent(async () => {
    if (await hasRecentSignIn()) onDone();
  });
  useEffect(() => {
    if (!isSent) return;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // If the check fails (offline), the user can press the account page's button again.
      if (key === accessTokenKey && newValue) void continueWhenRecent().catch(() => undefined);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [isSent]);

  const send = () => sendSignInLink(email, '/dashboard/account').then(() => setIsSent(true));
  return (
    <>
      <p role="status">
        {isSent
          ? t`We sent a link to ${email}. Open it in this browser and this page continues automatically.`
          : t`You sign in with links that we email you. Get a new link and open it.`}
      </p>
      {!isSent && (
        <ActionButton onAction={send} data-first-focus>
          <Trans>Email me a link</Trans>
        </ActionButton>
      )}
    </>
  );
}
