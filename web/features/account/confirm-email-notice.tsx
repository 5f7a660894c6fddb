import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useQuery } from '#web/api/queries.ts';
import { reloadUser } from '#web/auth/account.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { verifyEmail } from '#web/auth/sign-in.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { waitingListsQuery } from '#web/queries/waiting-list-query.ts';

/** Asks a user with an unconfirmed address to confirm it. Renders nothing for everyone else. */
export function ConfirmEmailNotice() {
  const { user } = useSession();
  // Reads only the cache, because the appointments page loads the waiting lists.
  const waiting = useQuery({ ...waitingListsQuery(user?.uid), enabled: false });
  if (!user || user.emailVerified) return null;
  return <Unconfirmed email={user.email} isWaiting={(waiting.data?.length ?? 0) > 0} />;
}

type Props = {
  email: string;
  /** Whether the user is on a waiting list. */
  isWaiting: boolean;
};

function Unconfirmed({ email, isWaiting }: Props) {
  // Reload the user when this tab is visible again: the link is usually opened in another tab or program.
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
        {isWaiting && ` ${t`Nor can we email you when a place on a waiting list is free: look here.`}`}
      </p>
      <ConfirmEmailButton />
    </section>
  );
}

/**
 * Emails the signed-in user a link that confirms their address and leads back to this page, or from the
 * landing page to the appointments.
 */
export function ConfirmEmailButton() {
  const { pathname } = useLocation();
  const [isSent, setIsSent] = useState(false);
  const send = async () => {
    await verifyEmail(pathname === '/' ? '/dashboard/appointments' : pathname);
    setIsSent(true);
  };
  return (
    <>
      <p role="status" className="font-medium text-good empty:hidden">
        {isSent && t`A link is on its way. Check your spam folder.`}
      </p>
      <ActionButton variant="outlined" onAction={send}>
        {isSent ? t`Send it again` : t`Send the confirmation email`}
      </ActionButton>
    </>
  );
}
