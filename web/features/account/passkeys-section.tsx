import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { loadIdentityClient, useSession } from '#web/auth/auth-provider.tsx';
import type { Passkey } from '#web/auth/identity.ts';
import { canUsePasskeys } from '#web/auth/passkey-browser.ts';
import { addPasskey, passkeysQuery } from '#web/auth/passkeys.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Section, SectionDone, SectionLoading } from '#web/components/section.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { passkeyName } from './passkey-name.ts';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

/**
 * Lists the user's passkeys, with controls to add and remove passkeys. Renders nothing if the user has none
 * and none can be added here.
 */
export default function Passkeys() {
  const retryAfterSignIn = useRetryAfterSignIn();
  const { user } = useSession();
  const query = passkeysQuery(user?.uid);
  const cache = useQueryClient();
  const [done, setDone] = useState<string>();
  const passkeys = useQuery(query);

  async function change(action: () => Promise<unknown>, message: string) {
    setDone(undefined);
    await retryAfterSignIn(action);
    await cache.invalidateQueries({ queryKey: query.queryKey });
    // Passkeys change how long this device stays signed in.
    await cache.invalidateQueries({ queryKey: ['sessions', user?.uid] });
    setDone(message);
  }

  async function rename({ id }: Passkey, name: string) {
    const { passkeys: api } = await loadIdentityClient();
    await change(async () => api?.rename(id, name), t`The passkey is renamed.`);
  }

  async function remove(passkey: Passkey) {
    const name = passkeyName(passkey);
    const isConfirmed = await confirmDialog({
      title: t`Remove the passkey “${name}”?`,
      text: t`You can no longer sign in with it. Devices that signed in with it are signed out. Delete it in your password manager too.`,
    });
    if (!isConfirmed) return;
    const { passkeys: api } = await loadIdentityClient();
    await change(async () => api?.remove(passkey.id), t`The passkey is removed.`);
  }

  if (passkeys.data === null || (passkeys.data?.length === 0 && !canUsePasskeys())) return null;
  return (
    <Section title={t`Passkeys`}>
      <p>
        <Trans>
          Sign in with your fingerprint, face or screen lock instead of a password. A passkey also counts as
          two-step verification. Lost a device? Remove its passkey.
        </Trans>
      </p>
      <SectionLoading query={passkeys} label={t`Loading your passkeys`} />
      {passkeys.data && <PasskeyList passkeys={passkeys.data} onRename={rename} onRemove={remove} />}
      {passkeys.data && !user?.emailVerified && (
        <p className="bb-hint">
          <Trans>Confirm your email address first. We use it to tell you about changes.</Trans>
        </p>
      )}
      {passkeys.data && user?.emailVerified && canUsePasskeys() && (
        <ActionButton
          variant="outlined"
          onAction={() => change(addPasskey, t`The passkey is added. You can now sign in with it.`)}
        >
          <Trans>Add a passkey</Trans>
        </ActionButton>
      )}
      <SectionDone text={done} />
    </Section>
  );
}
