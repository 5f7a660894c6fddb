import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { reloadPerson, useSession, verifyEmail } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

/** Tells whoever has not confirmed their address what they miss, and sends the link again; nothing for all others. */
export function ConfirmEmailNotice() {
  const { user } = useSession();
  if (!user || user.emailVerified) return null;
  return <Unconfirmed email={user.email} />;
}

function Unconfirmed({ email }: { email: string }) {
  const { failure, attempt } = useAttempt();
  const [busy, whileBusy] = useBusy();

  // The link is usually opened in another tab or program.
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === 'visible') void reloadPerson();
    };
    document.addEventListener('visibilitychange', reload);
    return () => document.removeEventListener('visibilitychange', reload);
  }, []);

  const send = () =>
    attempt(async () => {
      await verifyEmail();
      toast.success(t`A link is on its way. Look into your spam folder too.`);
    });

  return (
    <section aria-labelledby="confirm-email" className="bb-card grid justify-items-start gap-3 p-6">
      <h2 id="confirm-email" className="text-heading">
        <Trans>Confirm your email address</Trans>
      </h2>
      <p className="min-w-0 break-words">
        <Trans>
          Open the link that we emailed to {email}. Until then we cannot email you reminders or receipts; you
          find your receipts here.
        </Trans>
      </p>
      <Refusal text={failure} />
      <Button look="quiet" busy={busy} onClick={() => void whileBusy(send)}>
        <Trans>Send the confirmation email</Trans>
      </Button>
    </section>
  );
}
