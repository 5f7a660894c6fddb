import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ApiError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import PasskeyButton from '../account/passkey-button.tsx';
import { RecentSignIn } from '../account/retry-after-sign-in.tsx';
import { TwoStepVerification } from '../account/two-step-verification.tsx';

type Props = { name: string; error: Error; isBusy: boolean; onRetry: () => unknown };

/** Why a page's data could not be loaded; for a missing second factor, the form that adds one. */
export function StaffLoadError({ name, error, isBusy, onRetry }: Props) {
  if (error instanceof ApiError && error.code === 'second-factor-needed') return <AddSecondFactor />;
  return <LoadError name={name} error={error} isBusy={isBusy} onRetry={() => void onRetry()} />;
}

/** Adds a second factor here, in place of what needs it. */
export function AddSecondFactor() {
  const { user } = useSession();
  const cache = useQueryClient();
  const reload = async () => {
    await cache.invalidateQueries({ queryKey: ['staff', user?.uid] });
    // After TanStack Query's own timer, which renders the page.
    setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus());
  };
  return (
    <div className="[&_[role=status]:empty]:absolute [&_form]:max-w-md">
      <RecentSignIn>
        <TwoStepVerification
          reason={t`You need it for pages that show data of other people.`}
          onChanged={reload}
        >
          <PasskeyButton onDone={() => void reload()} />
          <LinkButton to="/dashboard/account" variant="outlined">
            <Trans>Add a passkey</Trans>
          </LinkButton>
        </TwoStepVerification>
      </RecentSignIn>
    </div>
  );
}
