import { t } from '@lingui/core/macro';
import { addPasskey, recordPasskeyOffer, shouldOfferPasskey } from '#web/auth/passkeys.ts';
import { CanceledByUser } from '#web/browser/canceled-by-user.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { errorText } from '#web/components/error-text.ts';
import { toast } from '#web/components/toast.ts';

/**
 * Offers a passkey after a sign-in with a password or an emailed link, once on each device. Ignores errors
 * before the user accepts.
 */
export async function offerPasskey(): Promise<void> {
  if (!(await shouldOfferPasskey().catch(() => false))) return;
  recordPasskeyOffer();
  const isAccepted = await confirmDialog({
    title: t`Sign in without a password next time`,
    text: t`Use the fingerprint, face or screen lock of this device. We never receive it. You can remove the passkey on your account page.`,
    yes: t`Create a passkey`,
    no: t`Not now`,
  });
  if (!isAccepted) return;
  await addPasskey().then(
    () => toast.success(t`Your passkey is ready`),
    (error: unknown) => {
      if (!(error instanceof CanceledByUser)) toast.error(errorText(error));
    },
  );
}
