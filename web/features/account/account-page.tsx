import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import * as z from 'zod/mini';
import { changeName } from '#web/auth/account.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { ActionForm } from '#web/components/action-form.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { toast } from '#web/components/toast.ts';
import { useFields } from '#web/components/use-fields.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { ReminderChoice } from '#web/features/reminders/reminder-choice.tsx';
import { NameField } from '#web/features/sign-in/account-fields.tsx';
import { MyReviews } from '../reviews/my-reviews.tsx';
import { EmailSection } from './email-section.tsx';
import { DeleteAccount, GoogleSection, MyData } from './my-data.tsx';
import { Name } from './name.ts';
import { ChangePassword, SetPassword } from './password-section.tsx';
import { RecentSignIn } from './retry-after-sign-in.tsx';
import { Section } from './section.tsx';
import { Sessions } from './sessions.tsx';
import { TwoStepVerification } from './two-step-verification.tsx';

const Passkeys = lazyComponent(() => import('./passkeys-section.tsx'));
const MyAccessLog = lazyComponent(() => import('../staff/my-access-log.tsx'));

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
        {/* What follows waits: a control that moves while somebody presses it gets no click. */}
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

function NameForm({ name }: { name: string }) {
  const { form, field } = useFields(z.object({ name: Name }), {
    // The name may change in another tab; keep what the user is typing here.
    values: { name },
    resetOptions: { keepDirtyValues: true },
  });
  const saveName = async (fields: { name: string }) => {
    await changeName(fields.name);
    toast.success(t`Your name is saved`);
  };
  return (
    <ActionForm form={form} onSubmit={saveName} submitLabel={t`Save name`} variant="outlined">
      <NameField {...field('name')} />
    </ActionForm>
  );
}
