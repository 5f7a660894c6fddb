import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';
import type { OwnSession } from '#web/auth/identity.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

type Props = { session: OwnSession; onChanged: () => Promise<unknown> };

/** Lets the user mark this device as their own, so that it stays signed in between donations. */
export function OwnDevice({ session: { ownDevice, hasPasskey }, onChanged }: Props) {
  const retryAfterSignIn = useRetryAfterSignIn();

  async function toggle() {
    const { sessions } = await loadIdentityClient();
    await retryAfterSignIn(async () => sessions?.setOwnDevice(!ownDevice));
    await onChanged();
  }

  if (hasPasskey) {
    return (
      <p>
        <Trans>This device has a passkey, so you stay signed in on it between donations.</Trans>
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">
        {ownDevice
          ? t`You stay signed in on this device between donations.`
          : t`Is this device only yours? Stay signed in on it between donations.`}
      </p>
      <ActionButton variant="outlined" onAction={toggle}>
        {ownDevice ? t`Do not keep me signed in` : t`Keep me signed in on this device`}
      </ActionButton>
    </div>
  );
}
