import { Trans } from '@lingui/react/macro';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { canUsePasskeys } from '#web/auth/passkey-browser.ts';
import { passkeysQuery, signInAgainWithPasskey } from '#web/auth/passkeys.ts';
import { ActionButton } from '#web/components/action-form.tsx';

/** Signs in again with a passkey. Renders nothing for a user without one. */
export default function PasskeyButton({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  const { data: passkeys } = useQuery(passkeysQuery(user?.uid));
  if (!passkeys?.length || !canUsePasskeys()) return null;
  return (
    <ActionButton variant="outlined" onAction={() => signInAgainWithPasskey().then(onDone)}>
      <Trans>Use a passkey</Trans>
    </ActionButton>
  );
}
