import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { toDay } from '#contract/days.ts';
import { exportUser } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { requireRecentSignIn } from '#web/auth/account.ts';
import { deleteAccount } from '#web/auth/auth-provider.tsx';
import { linkGoogle, unlinkGoogle } from '#web/auth/google.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { saveFile } from '#web/components/save-file.ts';
import { toast } from '#web/components/toast.ts';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

export function MyData() {
  const recently = useRetryAfterSignIn();

  async function download() {
    const data = await recently(() => call(exportUser));
    const name = `blood-buddies-my-data-${toDay(new Date())}.json`;
    saveFile(name, JSON.stringify(data, null, 2), 'application/json');
    toast.success(t`Your data is in your downloads`);
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p>
        <Trans>
          Everything we keep about you, in one file (JSON): your account, appointments, photos, opinions, and
          when you signed in.
        </Trans>
      </p>
      <ActionButton look="quiet" act={download}>
        <Trans>Download my data</Trans>
      </ActionButton>
    </div>
  );
}

const goes = t`Your account, unpaid appointments, photos and reviews are permanently deleted.`;
const stays = t`We keep records of appointments you paid for, without your name, email or phone number.`;

/** Of a hosted provider only the browser removes the account: it asks that provider first. */
async function remove(): Promise<void> {
  await requireRecentSignIn();
  await deleteAccount();
}

/** The end of an account: asks first, then leaves nobody signed in. */
export function DeleteAccount() {
  const recently = useRetryAfterSignIn();

  async function confirm() {
    const sure = await confirmDialog({
      title: t`Delete your account?`,
      text: t`${goes} ${stays} This cannot be undone.`,
    });
    if (!sure) return;
    await recently(remove);
    toast.success(t`Your account is deleted`);
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p>
        {goes} {stays}
      </p>
      <ActionButton look="danger" act={confirm}>
        <Trans>Delete my account</Trans>
      </ActionButton>
    </div>
  );
}

type Props = { linked: boolean; hasPassword: boolean };

export function GoogleSection({ linked, hasPassword }: Props) {
  const recently = useRetryAfterSignIn();
  const [act, done] = linked
    ? [unlinkGoogle, t`Your Google account is unlinked`]
    : [linkGoogle, t`Your Google account is linked`];
  return (
    <div className="grid justify-items-start gap-4">
      <p>{linked ? linkedText(hasPassword) : t`Link your Google account to sign in with it too.`}</p>
      <ActionButton look="quiet" act={() => recently(act).then(() => toast.success(done))}>
        {linked ? t`Unlink Google` : t`Link Google`}
      </ActionButton>
    </div>
  );
}

const linkedText = (hasPassword: boolean): string =>
  hasPassword
    ? t`You can sign in with your Google account.`
    : t`You sign in with your Google account. If you unlink it, you can sign in with a link that we email you.`;
