import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { accessTokenKey } from '#web/api/access-token.ts';
import { hasRecentSignIn } from '#web/session/account.ts';
import { sendSignInLink } from '#web/session/email-link.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

type Props = { email: string; onDone: () => void };

/**
 * For who has neither a password nor Google: an emailed link signs in again. Opened in another tab of this browser, it
 * stores a new access token, and this page continues; opened in this one it leads back to the account page.
 */
export function LinkAgain({ email, onDone }: Props) {
  const [sent, setSent] = useState(false);
  const { failure, attempt } = useAttempt();
  const [busy, whileBusy] = useBusy();

  const continueWhenRecent = useEffectEvent(async () => {
    if (await hasRecentSignIn()) onDone();
  });
  useEffect(() => {
    if (!sent) return;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // If the check fails (offline), the person presses the button of the account page again.
      if (key === accessTokenKey && newValue) void continueWhenRecent().catch(() => undefined);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [sent]);

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
          ? t`A link is on its way to ${email}. Open it in this browser: this page then continues by itself.`
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
