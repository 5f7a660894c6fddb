import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ApiError } from '#web/api/errors.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { canUsePasskeys } from '#web/auth/passkey-browser.ts';
import { addPasskey, passkeysQuery, signInAgainWithPasskey } from '#web/auth/passkeys.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { type FailedQuery, LoadError } from '#web/components/load-error.tsx';
import PasskeyButton from '../account/passkey-button.tsx';
import { RecentSignIn, useRetryAfterSignIn } from '../account/retry-after-sign-in.tsx';
import { TwoStepVerification } from '../account/two-step-verification.tsx';

/** Shows why a page's data could not be loaded. For a missing second factor, shows the form that adds one. */
export function StaffLoadError({ name, query }: { name: string; query: FailedQuery }) {
  if (query.error instanceof ApiError && query.error.code === 'second-factor-needed')
    return <AddSecondFactor onDone={query.refetch} />;
  return <LoadError name={name} query={query} />;
}

/**
 * Adds a second factor here, in place of the content that requires it. `onDone` loads data that is not a
 * query of the staff pages.
 */
export function AddSecondFactor({ onDone }: { onDone?: () => unknown }) {
  const { user } = useSession();
  const cache = useQueryClient();
  const reload = async () => {
    await Promise.all([cache.invalidateQueries({ queryKey: ['staff', user?.uid] }), onDone?.()]);
    // Focus the heading after TanStack Query's own timer, which renders the page.
    setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus());
  };
  return (
    <div className="[&_[role=status]:empty]:absolute [&_form]:max-w-md">
      <RecentSignIn>
        <TwoStepVerification
          reason={t`You need it for pages that show data of other people. Use a passkey, which is your fingerprint, face or screen lock, or codes from an app or a text message.`}
          onChanged={reload}
        >
          <PasskeyAsFactor onDone={reload} />
        </TwoStepVerification>
      </RecentSignIn>
    </div>
  );
}

/** Uses a passkey as the second factor. If there is none, creates it here and uses it immediately. */
function PasskeyAsFactor({ onDone }: { onDone: () => Promise<void> }) {
  const { user } = useSession();
  const cache = useQueryClient();
  const retryAfterSignIn = useRetryAfterSignIn();
  const query = passkeysQuery(user?.uid);
  const { data: passkeys } = useQuery(query);
  if (!passkeys || !canUsePasskeys()) return null;
  if (passkeys.length > 0) return <PasskeyButton variant="primary" onDone={() => void onDone()} />;
  const create = async () => {
    await retryAfterSignIn(addPasskey);
    // If the user dismisses the browser's second dialog, a button that signs in with the passkey replaces
    // this one.
    await signInAgainWithPasskey().finally(() => cache.invalidateQueries({ queryKey: query.queryKey }));
    await onDone();
  };
  return (
    <ActionButton onAction={create}>
      <Trans>Create a passkey</Trans>
    </ActionButton>
  );
}
