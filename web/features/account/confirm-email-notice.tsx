import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { reloadUser } from '#web/auth/account.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { verifyEmail } from '#web/auth/sign-in.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { toast } from '#web/components/toast.ts';

/** Asks a user with an unconfirmed address to confirm it. Renders nothing for everyone else. */
export function ConfirmEmailNotice() {
  const { user } = useSession();
  if (!user || user.emailVerified) return null;
  return <Unconfirmed email={user.email} />;
}

function Unconfirmed({ email }: { email: string }) {
  // The link is usually opened in another tab or program.
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === 'visible') void reloadUser();
    };
    document.addEventListener('visibilitychange', reload);
    return () => document.removeEventListener('visibilitychange', reload);
  }, []);

  return (
    <section aria-labelledby="confirm-email" className="bb-card grid justify-items-start gap-3 p-6">
      <h2 id="confirm-email" className="text-heading">
        <Trans>Confirm your email address</Trans>
      </h2>
      <p className="wrap-anywhere">
        <Trans>
          Until you confirm {email}, we cannot email you reminders or receipts. You can find your receipts
          here.
        </Trans>
      </p>
      <ActionButton variant="outlined" onAction={sendConfirmation}>
        <Trans>Send the confirmation email</Trans>
      </ActionButton>
    </section>
  );
}

/** Emails the signed-in user a link that confirms their address. */
export async function sendConfirmation(): Promise<void> {
  await verifyEmail();
  toast.success(t`A link is on its way. Check your spam folder.`);
}
