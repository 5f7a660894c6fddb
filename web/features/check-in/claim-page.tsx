import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { claimWalkIn } from '#contract/walk-ins.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { reloadUser } from '#web/auth/account.ts';
import { restoreSession, useSession } from '#web/auth/auth-provider.tsx';
import { returnState } from '#web/auth/return-location.ts';
import { siteName } from '#web/before-react/page-data.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { StaffMessage } from '../staff/staff-message.tsx';

/** Renders the page that the link in the email about a walk-in opens. */
export function ClaimPage() {
  const isDisabled = !hasFeature('staff');
  const token = useLocation().hash.slice(1);
  const { state } = useSession();
  useEffect(() => restoreSession(), []);
  if (isDisabled || !token) return <NotFound />;
  if (state === 'loading') return <FullHeightSpinner />;
  return state === 'signed-in' ? <Claim key={token} token={token} /> : <SignInFirst />;
}

function SignInFirst() {
  const location = useLocation();
  return (
    <StaffMessage
      heading={t`Add your visit`}
      text={t`You came to a donation center without an appointment. Sign in or create an account to see this visit in your history. You return here.`}
    >
      <LinkButton to="/register" state={returnState(location)}>
        <Trans>Create an account</Trans>
      </LinkButton>
      <LinkButton to="/login" state={returnState(location)} variant="outlined">
        <Trans>Sign in</Trans>
      </LinkButton>
    </StaffMessage>
  );
}

const claimErrorText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'not-found'
    ? t`This link is incomplete, or another account has added this visit. Open it again from the email.`
    : errorText(error);

/**
 * Adds a visit without an appointment to the account. Asks first, because the link may be opened in another
 * account.
 */
function Claim({ token }: { token: string }) {
  const { user } = useSession();
  const cache = useQueryClient();
  const [isClaimed, setIsClaimed] = useState(false);
  const { failure, isBusy, attempt } = useFormAction(claimErrorText);
  const email = user?.email ?? '';
  const claim = () =>
    attempt(async () => {
      const result = await call(claimWalkIn, { body: { token } });
      if (!result.success)
        throw new Error(
          t`You have another appointment on the day of this visit. Cancel or move it, then open the link again.`,
        );
      await cache.invalidateQueries({ queryKey: appointmentsQuery(user).queryKey });
      setIsClaimed(true);
      // The link may have confirmed the address.
      if (user?.emailVerified === false) void reloadUser();
    });
  return (
    <section className="bb-page bb-section bb-full-height">
      <div className="bb-card grid max-w-xl gap-5 p-6">
        <title>{`${t`Add your visit`} | ${siteName()}`}</title>
        <h1 tabIndex={-1}>
          <Trans>Add your visit</Trans>
        </h1>
        {isClaimed ? (
          <>
            <p role="status">{t`The visit is in your account now.`}</p>
            <LinkButton to="/dashboard/appointments" className="justify-self-start">
              <Trans>Your appointments</Trans>
            </LinkButton>
          </>
        ) : (
          <>
            <p>{t`You came to a donation center without an appointment. Add this visit to the account ${email}, to see it in your history.`}</p>
            <Button className="justify-self-start" isBusy={isBusy} onClick={() => void claim()}>
              <Trans>Add to this account</Trans>
            </Button>
            <FormError text={failure} />
          </>
        )}
      </div>
    </section>
  );
}
