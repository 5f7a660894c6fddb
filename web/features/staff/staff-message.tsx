import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { LoadError } from '#web/components/load-error.tsx';
import PasskeyButton from '../account/passkey-button.tsx';

type Props = { heading: string; text: string; children: ReactNode };

/** In place of a page: what is missing, and the next step. */
export const StaffMessage = ({ heading, text, children }: Props) => (
  <div className="bb-page bb-section">
    <title>{`${heading} | Blood Buddies`}</title>
    <h1 ref={focusOnMount} tabIndex={-1}>
      {heading}
    </h1>
    <p className="bb-lead mt-4">{text}</p>
    <p className="mt-6 flex flex-wrap gap-3">{children}</p>
  </div>
);

type ErrorProps = { name: string; error: Error; isBusy: boolean; onRetry: () => unknown };

/** Why a page's data could not be loaded; for a missing second factor, how to add one. */
export function StaffLoadError({ name, error, isBusy, onRetry }: ErrorProps) {
  const needsFactor = error instanceof ApiError && error.code === 'second-factor-needed';
  if (needsFactor) return <SecondFactorNeeded />;
  return <LoadError name={name} error={error} isBusy={isBusy} onRetry={() => void onRetry()} />;
}

/** How to sign in with a second factor, or to add one. */
export function SecondFactorNeeded() {
  const cache = useQueryClient();
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <h2 className="text-heading">{t`Turn on two-step verification`}</h2>
      <p>
        <Trans>
          This page shows data of other people. To open it, sign in with a passkey, or with a code from an app
          or a text message besides your password.
        </Trans>
      </p>
      <PasskeyButton variant="primary" onDone={() => void cache.invalidateQueries()} />
      <LinkButton to="/dashboard/account" variant="outlined">
        <Trans>Add a passkey or verification method</Trans>
      </LinkButton>
    </div>
  );
}
