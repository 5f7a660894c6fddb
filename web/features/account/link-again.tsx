import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { sendSignInLink } from '#web/session/email-link.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

/** For who has neither a password nor Google: a mailed link signs in again, and leads back to the account page. */
export function LinkAgain({ email }: { email: string }) {
  const [sent, setSent] = useState(false);
  const { failure, attempt } = useAttempt();
  const [busy, whileBusy] = useBusy();

  const send = () =>
    whileBusy(() =>
      attempt(async () => {
        await sendSignInLink(email, '/dashboard/account');
        setSent(true);
      }),
    );

  return (
    <>
      <p role="status">
        {sent
          ? t`A link is on its way to ${email}. Open it in this browser, then try again within five minutes.`
          : t`You sign in with links that we mail you: ask for another one, and open it.`}
      </p>
      <Refusal text={failure} />
      {!sent && (
        <Button busy={busy} onClick={() => void send()} data-first-focus>
          <Trans>Email me a link</Trans>
        </Button>
      )}
    </>
  );
}
