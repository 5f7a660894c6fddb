import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DonationsLink } from '#web/features/donations/donations-link.tsx';
import { ReminderChoice } from '#web/features/reminders/reminder-choice.tsx';
import { useSession, verifyEmail } from '#web/session/session.tsx';
import { pageMeta } from '#web/site/page-meta.ts';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EmailPart } from './email-part.tsx';
import { GooglePart } from './google-part.tsx';
import { MyData } from './my-data.tsx';
import { MyOpinions } from './my-opinions.tsx';
import { NameForm } from './name-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Section } from './section.tsx';
import { Sessions } from './sessions.tsx';
import { SetPassword } from './set-password.tsx';
import { useSignInAgain } from './use-sign-in-again.tsx';

export const meta = () => pageMeta({ title: t`Your account` });

/** What is empty takes no room, and stays where a screen reader looks. */
const page = 'grid max-w-4xl grid-cols-1 gap-6 [&_form]:max-w-md [&_[role=status]:empty]:absolute';

/** Everything about one's own account. */
export default function AccountPage() {
  const { user } = useSession();
  const { signInAgain, dialog } = useSignInAgain();
  if (!user) return null;
  const { email, hasPassword } = user;

  return (
    <div className={page}>
      <h1 tabIndex={-1}>
        <Trans>Your account</Trans>
      </h1>
      <Section title={t`How we greet you`}>
        <NameForm name={user.displayName} />
      </Section>
      <Section title={t`Email`}>
        <EmailPart email={email} verified={user.emailVerified} signInAgain={signInAgain} />
      </Section>
      <Section title={t`Password`}>
        {hasPassword ? (
          <ChangePassword email={email} finishSignIn={signInAgain} />
        ) : (
          <SetPassword email={email} signInAgain={signInAgain} />
        )}
      </Section>
      <SecondFactor confirmEmail={verifyEmail} signInAgain={signInAgain} />
      <Section title="Google">
        <GooglePart
          linked={user.providers.includes('google.com')}
          hasPassword={hasPassword}
          signInAgain={signInAgain}
        />
      </Section>
      <Sessions signInAgain={signInAgain} />
      <ReminderChoice />
      <MyOpinions />
      <Section title={t`Your data`}>
        <MyData signInAgain={signInAgain} />
        <DonationsLink />
      </Section>
      <Section title={t`Delete your account`}>
        <DeleteAccount signInAgain={signInAgain} />
      </Section>
      {dialog}
    </div>
  );
}
