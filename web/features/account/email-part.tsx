import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { verifyEmail } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { goodMark, openMark } from '#web/ui/looks.ts';
import { toast } from '#web/ui/toast.ts';
import { EmailForm } from './email-form.tsx';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

type Props = { email: string; verified: boolean; signInAgain: () => Promise<boolean> };

/** The address, whether it is proven, and another one. */
export function EmailPart({ email, verified, signInAgain }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="min-w-0 break-words">{email}</strong>
        {verified ? (
          <span className={goodMark}>
            <Icon name="check" size={1} />
            <Trans>Confirmed</Trans>
          </span>
        ) : (
          <span className={openMark}>
            <Trans>Not confirmed yet</Trans>
          </span>
        )}
      </div>
      {!verified && <Unconfirmed />}
      <EmailForm email={email} signInAgain={signInAgain} />
    </>
  );
}

function Unconfirmed() {
  const { failure, attempt } = useAttempt();
  const [busy, whileBusy] = useBusy();

  const send = () =>
    whileBusy(() =>
      attempt(async () => {
        await verifyEmail();
        toast.success(t`A link is on its way. Look into your spam folder too.`);
      }),
    );

  return (
    <div className="grid justify-items-start gap-3">
      <p>
        <Trans>Open the link that we mailed you, so that we know this address is yours.</Trans>
      </p>
      <Refusal text={failure} />
      <Button look="quiet" busy={busy} onClick={() => void send()}>
        <Trans>Send the mail again</Trans>
      </Button>
    </div>
  );
}
