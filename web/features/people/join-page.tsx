import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { joinStaff } from '#contract/staff.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { reloadUser } from '#web/auth/account.ts';
import { restoreSession, useSession } from '#web/auth/auth-provider.tsx';
import { returnState } from '#web/auth/return-location.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { FullHeightSpinner } from '#web/components/spinner.tsx';
import { StaffMessage } from '../staff/staff-message.tsx';

/**
 * Renders the page that an owner link or an invitation opens. The token of an owner link, which the terminal
 * shows, makes the user who signs in here the first owner. An invitation has no token.
 */
export function JoinPage() {
  const { state, user } = useSession();
  const location = useLocation();
  useEffect(() => restoreSession(), []);
  if (state === 'loading') return <FullHeightSpinner />;
  const token = location.hash.slice(1);
  if (user)
    return token ? <BecomeOwner email={user.email} token={token} /> : <Navigate to="/staff" replace />;
  return (
    <StaffMessage {...(token ? ownerTexts : invitationTexts)}>
      <LinkButton to="/register" state={returnState(location)}>
        <Trans>Create an account</Trans>
      </LinkButton>
      <LinkButton to="/login" state={returnState(location)} variant="outlined">
        <Trans>Sign in</Trans>
      </LinkButton>
    </StaffMessage>
  );
}

const ownerTexts = {
  heading: t`Create the owner's account`,
  text: t`The owner invites the staff and sees what they do. Create an account, or sign in with the one you have. You return here.`,
};
const invitationTexts = {
  heading: t`You are invited to the staff`,
  text: t`Use the email address that the invitation went to: create an account with it, or sign in. You return here.`,
};

function BecomeOwner({ email, token }: { email: string; token: string }) {
  const { failure, isBusy, attempt } = useFormAction(joinErrorText);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const join = () =>
    attempt(async () => {
      await call(joinStaff, { body: { token } });
      // The link has confirmed the address.
      await reloadUser();
      await cache.invalidateQueries({ queryKey: ['staff'] });
      await navigate('/staff', { replace: true });
    });
  return (
    <>
      <StaffMessage
        heading={t`Become the owner of this site`}
        text={t`You are signed in as ${email}. This account will own the site, and its address counts as confirmed. Check the address: the link works once.`}
      >
        <Button isBusy={isBusy} onClick={() => void join()}>
          <Trans>Become the owner</Trans>
        </Button>
      </StaffMessage>
      <div className="bb-page">
        <FormError text={failure} />
      </div>
    </>
  );
}

const joinErrorText = (error: unknown): string =>
  error instanceof ApiError && (error.status === 404 || error.status === 410)
    ? t`This link is not valid any more. Restart the site: it prints a new one while it has no owner.`
    : errorText(error);
