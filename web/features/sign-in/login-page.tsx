import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { signIn } from '#web/auth/sign-in.ts';
import { pageData, siteName } from '#web/before-react/page-data.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { useFields } from '#web/components/use-fields.ts';
import { EmailField, PasswordField } from './account-fields.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import type { OnFailure } from './greet-new-user.ts';
import { LoginFields } from './schema.ts';
import { SignInPage } from './sign-in-page.tsx';

const PasskeySignIn = lazyComponent(
  () => import('./passkey-sign-in.tsx'),
  () => null,
);
/** Keeps the layout until it is clear whether passkeys work here. */
const passkeyPlaceholder = <div className="mt-3 h-12 noscript:hidden" />;

export const meta = () =>
  pageMeta({
    title: t`Login`,
    path: '/login',
    description: pageData().site.fee
      ? t`Sign in to see, pay for or cancel your appointments to donate blood.`
      : t`Sign in to see or cancel your appointments to donate blood.`,
  });

export default function LoginPage() {
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const [forgotEmail, setForgotEmail] = useState<string>();
  const [returnedEmail, setReturnedEmail] = useState<string>();
  if (forgotEmail !== undefined) return <ForgotPasswordPage email={forgotEmail} onBack={goBack} />;

  function goBack(email: string) {
    setForgotEmail(undefined);
    setReturnedEmail(email);
  }
  return (
    <SignInPage
      title={t`Login`}
      otherPage={
        <Link to="/register" state={state} replace className="bb-text-link">
          {t`New To ${{ site: siteName() }} ?`}
        </Link>
      }
      footer={(onFailure) =>
        isHydrated ? (
          <Suspense fallback={passkeyPlaceholder}>
            <PasskeySignIn onFailure={onFailure} placeholder={passkeyPlaceholder} />
          </Suspense>
        ) : (
          passkeyPlaceholder
        )
      }
    >
      {(onFailure) => (
        <LoginForm returnedEmail={returnedEmail} onFailure={onFailure} onForgotPassword={setForgotEmail} />
      )}
    </SignInPage>
  );
}

type Props = {
  /** The address entered on the forgot-password page, after a return from there. */
  returnedEmail: string | undefined;
  onFailure: OnFailure;
  /** Opens the forgot-password page with the address entered so far. */
  onForgotPassword: (email: string) => void;
};

function LoginForm({ returnedEmail, onFailure, onForgotPassword }: Props) {
  const { form, field, isSubmitting } = useFields(LoginFields, {
    // Set no empty default value, because it would erase text typed before hydration.
    ...(returnedEmail && { defaultValues: { email: returnedEmail } }),
  });

  const submit = form.handleSubmit(async ({ email, password }) => {
    onFailure(undefined);
    await signIn(email, password).catch(onFailure);
  });

  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-4">
      <EmailField {...field('email')} autoComplete="username webauthn" autoFocus data-first-focus />
      <PasswordField {...field('password')} autoComplete="current-password" />
      <button
        ref={returnedEmail === undefined ? undefined : focusOnMount}
        type="button"
        className="bb-text-link justify-self-start"
        onClick={() => onForgotPassword(form.getValues('email') ?? '')}
      >
        {t`Forget Password ?`}
      </button>
      <Button type="submit" isBusy={isSubmitting}>
        {t`Login`}
      </Button>
      <p role="status" className="sr-only">
        {isSubmitting && t`Signing in`}
      </p>
    </form>
  );
}
