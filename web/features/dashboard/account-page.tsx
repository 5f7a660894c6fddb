import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useSession } from '#web/auth/auth-provider.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { Section } from '#web/components/section.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { ReminderChoice } from '#web/features/reminders/reminder-choice.tsx';
import { EmailSection } from '../account/email-section.tsx';
import { DeleteAccount, GoogleSection, MyData } from '../account/my-data.tsx';
import { NameForm } from '../account/name-form.tsx';
import { ChangePassword, SetPassword } from '../account/password-section.tsx';
import { RecentSignIn } from '../account/retry-after-sign-in.tsx';
import { Sessions } from '../account/sessions.tsx';
import { TwoStepVerification } from '../account/two-step-verification.tsx';
import { MyReviews } from '../reviews/my-reviews.tsx';

const Passkeys = lazyComponent(() => import('../account/passkeys-section.tsx'));
const MyAccessLog = lazyComponent(() => import('../staff-log/my-access-log.tsx'));

export const meta = () => pageMeta({ title: t`Your account` });

/** An empty status message takes no space but stays in the accessibility tree. */
const pageClass = 'grid max-w-4xl grid-cols-1 gap-6 [&_form]:max-w-md [&_[role=status]:empty]:absolute';

export default function AccountPage() {
  const { user } = useSession();
  if (!user) return null;
  const { email, hasPassword } = user;

  return (
    <div className={pageClass}>
      <RecentSignIn>
        <h1 tabIndex={-1}>
          <Trans>Your account</Trans>
        </h1>
        <Section title={t`Your name`}>
          <NameForm name={user.displayName} />
        </Section>
        <Section title={t`Email`}>
          <EmailSection email={email} isVerified={user.emailVerified} />
        </Section>
        <Section title={t`Password`}>
          {hasPassword ? <ChangePassword email={email} /> : <SetPassword email={email} />}
        </Section>
        {/* The parts below appear together: a control that moves while it is pressed receives no click. */}
        <Suspense fallback={<Spinner label={t`Loading your passkeys`} />}>
          <Passkeys />
          <TwoStepVerification />
          <Section title="Google">
            <GoogleSection isLinked={user.providers.includes('google.com')} hasPassword={hasPassword} />
          </Section>
          <Sessions />
          <ReminderChoice />
          <MyReviews />
          <Suspense>
            <MyAccessLog />
          </Suspense>
          <Section title={t`Your data`}>
            <MyData />
          </Section>
          <Section title={t`Delete your account`}>
            <DeleteAccount />
          </Section>
        </Suspense>
      </RecentSignIn>
    </div>
  );
}
