import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { exportUser } from '#contract/user-export.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { siteToday } from '#web/api/site-today.ts';
import { linkGoogle, requireRecentSignIn, unlinkGoogle } from '#web/auth/account.ts';
import { deleteAccount, useSession } from '#web/auth/auth-provider.tsx';
import { pageData } from '#web/before-react/page-data.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { saveFile } from '#web/components/save-file.ts';
import { toast } from '#web/components/toast.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

export function MyData() {
  const retryAfterSignIn = useRetryAfterSignIn();

  async function download() {
    const data = await retryAfterSignIn(() => call(exportUser));
    const name = `blood-buddies-my-data-${siteToday()}.json`;
    await saveFile(name, JSON.stringify(data, null, 2), 'application/json');
    toast.success(t`Your data has been downloaded`);
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p>
        <Trans>
          Download everything we store about you as one JSON file: your account, appointments, photos, reviews
          and sign-in times.
        </Trans>
      </p>
      <ActionButton variant="outlined" onAction={download}>
        <Trans>Download my data</Trans>
      </ActionButton>
    </div>
  );
}

/** Texts for members who may have paid. Records of payments are kept. */
const deletedText = t`Your account, unpaid appointments, photos and reviews are permanently deleted.`;
const retainedText = t`We keep records of appointments you paid for, without your name, email or phone number.`;
const allDeletedText = t`Your account, appointments, photos and reviews are permanently deleted.`;

/** Returns what happens to the member's data. Mentions payments only if the member may have paid. */
function useDeletionText(): string {
  const { user } = useSession();
  const hasFee = pageData().site.fee !== null;
  const { data = [] } = useQuery({ ...appointmentsQuery(user), enabled: !hasFee && user !== undefined });
  const mayHavePaid = hasFee || data.some(({ transactionId }) => transactionId);
  return mayHavePaid ? `${deletedText} ${retainedText}` : allDeletedText;
}

/**
 * Requires a recent sign-in, because a hosted identity provider requires one when the browser deletes the
 * account.
 */
async function deleteIfRecentSignIn(): Promise<void> {
  await requireRecentSignIn();
  await deleteAccount();
}

/** Deletes the account and signs out, after a confirmation. */
export function DeleteAccount() {
  const retryAfterSignIn = useRetryAfterSignIn();
  const deletionText = useDeletionText();

  async function confirm() {
    const isConfirmed = await confirmDialog({
      title: t`Delete your account?`,
      text: t`${deletionText} This cannot be undone.`,
    });
    if (!isConfirmed) return;
    await retryAfterSignIn(deleteIfRecentSignIn);
    toast.success(t`Your account is deleted`);
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p>{deletionText}</p>
      <ActionButton variant="danger" onAction={confirm}>
        <Trans>Delete my account</Trans>
      </ActionButton>
    </div>
  );
}

type Props = { isLinked: boolean; hasPassword: boolean };

export function GoogleSection({ isLinked, hasPassword }: Props) {
  const retryAfterSignIn = useRetryAfterSignIn();
  const [action, message] = isLinked
    ? [unlinkGoogle, t`Your Google account is unlinked`]
    : [linkGoogle, t`Your Google account is linked`];
  return (
    <div className="grid justify-items-start gap-4">
      <p>{isLinked ? linkedText(hasPassword) : t`Link your Google account to sign in with it too.`}</p>
      <ActionButton
        variant="outlined"
        onAction={() => retryAfterSignIn(action).then(() => toast.success(message))}
      >
        {isLinked ? t`Unlink Google` : t`Link Google`}
      </ActionButton>
    </div>
  );
}

const linkedText = (hasPassword: boolean): string =>
  hasPassword
    ? t`You can sign in with your Google account.`
    : t`You sign in with your Google account. If you unlink it, you can sign in with a link that we email you.`;
