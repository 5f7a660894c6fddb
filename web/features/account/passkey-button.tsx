import { Trans } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { canUsePasskeys } from '#web/auth/passkey-browser.ts';
import { passkeysQuery, signInAgainWithPasskey } from '#web/auth/passkeys.ts';
import { ActionButton } from '#web/components/action-form.tsx';

type Props = Pick<ComponentProps<typeof ActionButton>, 'variant' | 'size'> & { onDone: () => void };

/**
 * Signs in again with a passkey. Renders nothing if the user has none or the browser does not support
 * passkeys.
 */
export default function PasskeyButton({ onDone, variant = 'outlined', size }: Props) {
  const { user } = useSession();
  const { data: passkeys } = useQuery(passkeysQuery(user?.uid));
  if (!passkeys?.length || !canUsePasskeys()) return null;
  return (
    <ActionButton variant={variant} size={size} onAction={() => signInAgainWithPasskey().then(onDone)}>
      <Trans>Use a passkey</Trans>
    </ActionButton>
  );
}
