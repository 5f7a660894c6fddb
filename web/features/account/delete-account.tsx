import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { demandRecentSignIn } from '#web/session/account.ts';
import { deleteAccount } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ask } from '#web/ui/dialogs.ts';
import { toast } from '#web/ui/toast.ts';
import { recently } from './recently.ts';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';
import { useBusy } from './use-busy.ts';

const goes = t`Your account, your unpaid appointments, your photos and your opinions are deleted for good.`;
const stays = t`Appointments that you paid for stay in our books, without your name, email or phone number.`;

/** Of a hosted provider only the browser removes the account: it asks that provider first. */
async function remove(): Promise<true> {
  await demandRecentSignIn();
  await deleteAccount();
  return true;
}

/** The end of an account: asks first, then leaves nobody signed in. */
export function DeleteAccount({ signInAgain }: { signInAgain: () => Promise<boolean> }) {
  const { failure, attempt } = useAttempt();
  const [busy, whileBusy] = useBusy();

  const confirm = () =>
    whileBusy(() =>
      attempt(async () => {
        const sure = await ask({
          title: t`Delete your account?`,
          text: t`${goes} ${stays} This cannot be undone.`,
        });
        if (!sure || !(await recently(remove, signInAgain))) return;
        toast.success(t`Your account is deleted`);
      }),
    );

  return (
    <div className="grid justify-items-start gap-4">
      <p>
        {goes} {stays}
      </p>
      <Refusal text={failure} />
      <Button look="danger" busy={busy} onClick={() => void confirm()}>
        <Trans>Delete my account</Trans>
      </Button>
    </div>
  );
}
