import { t } from '@lingui/core/macro';
import { Link, useLocation } from 'react-router';
import { pageMeta } from '#web/site/page-meta.ts';
import { RegisterForm } from './register-form.tsx';
import { SignInPage } from './sign-in-page.tsx';

export const meta = () =>
  pageMeta({
    title: t`Create Account`,
    path: '/register',
    description: t`Join Blood Buddies with your email address and request your first appointment to donate blood.`,
  });

export default function RegisterPage() {
  const { state } = useLocation();
  return (
    <SignInPage
      title={t`Create Account`}
      footer={
        <p className="mt-6 text-center">
          <Link to="/login" state={state} replace className="bb-text-link">
            {t`Already have An Account ?`}
          </Link>
        </p>
      }
    >
      {(onFailure) => <RegisterForm onFailure={onFailure} />}
    </SignInPage>
  );
}
