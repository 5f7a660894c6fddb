import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { linkGoogle, unlinkGoogle } from '#web/session/google.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { recently } from './recently.ts';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

type Props = { linked: boolean; hasPassword: boolean; signInAgain: () => Promise<boolean> };

/** Signing in with Google: switched on and off. */
export function GooglePart({ linked, hasPassword, signInAgain }: Props) {
  const { failure, attempt } = useAttempt();
  const [busy, whileBusy] = useBusy();

  const change = (act: () => Promise<void>, done: string) =>
    whileBusy(() =>
      attempt(async () => {
        if (await recently(() => act().then(() => true), signInAgain)) toast.success(done);
      }),
    );

  return (
    <div className="grid justify-items-start gap-4">
      <p>{linked ? linkedText(hasPassword) : t`Link your Google account to sign in with it too.`}</p>
      <Refusal text={failure} />
      {linked ? (
        <Button
          look="quiet"
          busy={busy}
          onClick={() => void change(unlinkGoogle, t`Your Google account is unlinked`)}
        >
          <Trans>Unlink Google</Trans>
        </Button>
      ) : (
        <Button
          look="quiet"
          busy={busy}
          onClick={() => void change(linkGoogle, t`Your Google account is linked`)}
        >
          <Trans>Link Google</Trans>
        </Button>
      )}
    </div>
  );
}

const linkedText = (hasPassword: boolean): string =>
  hasPassword
    ? t`You can sign in with your Google account.`
    : t`You sign in with your Google account. Without it, a link that we mail you is the way in.`;
