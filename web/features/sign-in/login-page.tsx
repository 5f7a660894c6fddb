import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pageMeta } from '#web/site/page-meta.ts';
import { ForgottenPage } from './forgotten-page.tsx';
import { LoginForm } from './login-form.tsx';
import { SignInPage } from './sign-in-page.tsx';

export const meta = () =>
  pageMeta({
    title: t`Login`,
    path: '/login',
    description: t`Sign in to see, pay for or cancel your appointments to donate blood.`,
  });

export default function LoginPage() {
  const { state } = useLocation();
  const [forgotten, setForgotten] = useState<string>();
  const [back, setBack] = useState<string>();
  if (forgotten !== undefined) return <ForgottenPage email={forgotten} onBack={goBack} />;

  function goBack(email: string) {
    setForgotten(undefined);
    setBack(email);
  }
  return (
    <SignInPage
      title={t`Login`}
      footer={
        <p className="mt-6 text-center">
          <Link to="/register" state={state} replace className="bb-text-link">
            {t`New To Blood Buddies ?`}
          </Link>
        </p>
      }
    >
      {(onFailure) => <LoginForm back={back} onFailure={onFailure} onForgotten={setForgotten} />}
    </SignInPage>
  );
}
