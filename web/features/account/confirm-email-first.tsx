import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

type Props = { email: string; confirmEmail: () => Promise<void> };

/** A second step needs an address at which its owner is told of changes. */
export function ConfirmEmailFirst({ email, confirmEmail }: Props) {
  const [sent, setSent] = useState(false);
  const { failure, attempt } = useAttempt();
  const [busy, whileBusy] = useBusy();

  const send = () =>
    attempt(async () => {
      await confirmEmail();
      setSent(true);
    });

  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">
        {sent
          ? t`A link is on its way to ${email}. Open it, then come back to this page.`
          : t`Confirm your email address (${email}) first: that is where we tell you of changes.`}
      </p>
      <Refusal text={failure} />
      {!sent && (
        <Button look="quiet" busy={busy} onClick={() => void whileBusy(send)}>
          <Trans>Send me the link</Trans>
        </Button>
      )}
    </div>
  );
}
