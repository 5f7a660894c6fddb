import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { hasFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { Section } from '#web/components/section.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useScrollToHash } from '#web/components/use-scroll-to-hash.ts';
import { ReminderChoice, reminderChoiceQuery } from '#web/features/reminders/reminder-choice.tsx';
import { EmailSection } from '../account/email-section.tsx';
import { DeleteAccount, GoogleSection, MyData } from '../account/my-data.tsx';
import { NameForm } from '../account/name-form.tsx';
import { ChangePassword, SetPassword } from '../account/password-section.tsx';
import { RecentSignIn } from '../account/retry-after-sign-in.tsx';
import { Sessions } from '../account/sessions.tsx';
import { TwoStepVerification } from '../account/two-step-verification.tsx';
import { AvailabilitySection } from '../blood-requests/availability-section.tsx';
import { MyReviews, ownReviewsQuery } from '../reviews/my-reviews.tsx';

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
        <nav aria-label={t`On this page`}>
          <ul className="flex flex-wrap gap-x-6">
            {parts.map(([id, name]) => (
              <li key={id}>
                <a href={`#${id}`} className="bb-row-link">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Part id="you">
          <Section title={t`Your name`}>
            <NameForm name={user.displayName} />
          </Section>
          <Section title={t`Email`}>
            <EmailSection email={email} isVerified={user.emailVerified} />
          </Section>
        </Part>
        {/* The parts below appear together: a control that moves while it is pressed receives no click. */}
        <Suspense fallback={<Spinner label={t`Loading your account`} />}>
          <Part id="donations">
            <ReminderChoice />
            <MyReviews />
            <AvailabilitySection />
          </Part>
          <AfterDonations>
            <Part id="sign-in">
              <Section title={t`Password`}>
                {hasPassword ? <ChangePassword email={email} /> : <SetPassword email={email} />}
              </Section>
              <Passkeys />
              <TwoStepVerification />
              <Section title="Google">
                <GoogleSection isLinked={user.providers.includes('google.com')} hasPassword={hasPassword} />
              </Section>
              <Sessions />
            </Part>
            <Part id="data">
              <Suspense>
                <MyAccessLog />
              </Suspense>
              <Section title={t`Your data`}>
                <MyData />
              </Section>
              <Section title={t`Delete your account`}>
                <DeleteAccount />
              </Section>
            </Part>
          </AfterDonations>
        </Suspense>
      </RecentSignIn>
    </div>
  );
}

const parts: readonly (readonly [id: string, name: string])[] = [
  ['you', t`Name and email`],
  ['donations', t`Reminders and reviews`],
  ['sign-in', t`Signing in`],
  ['data', t`Your data`],
];

function Part({ id, children }: { id: string; children: ReactNode }) {
  useScrollToHash();
  return (
    <div id={id} className="grid scroll-mt-20 grid-cols-1 gap-6">
      {children}
    </div>
  );
}

/** Renders the parts below reminders and reviews once these are loaded, because their height then changes. */
function AfterDonations({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const reminders = useQuery({ ...reminderChoiceQuery(user?.uid), enabled: hasFeature('reminders') });
  const reviews = useQuery({ ...ownReviewsQuery(user?.uid), enabled: hasFeature('reviews') });
  return reminders.isLoading || reviews.isLoading ? <Spinner label={t`Loading your account`} /> : children;
}
