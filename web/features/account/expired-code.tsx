import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';

type Props = { reason: string | undefined; nextStep: string };

/** Explains that an emailed link no longer works, and what to do next. */
export function ExpiredCode({ reason, nextStep }: Props) {
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        <Trans>This link no longer works</Trans>
      </h1>
      <p className="mt-4">{reason}</p>
      <p className="mt-2 mb-6">{nextStep}</p>
      <Continue />
    </>
  );
}

/** Leads back to the staff pages if they asked for the link, else to the account. */
export function Continue() {
  const { state } = useSession();
  const [query] = useSearchParams();
  const isFromStaff = query.get('continueUrl')?.includes('?next=/staff');
  if (state === 'signed-in' && isFromStaff)
    return (
      <LinkButton to="/staff">
        <Trans>Continue</Trans>
      </LinkButton>
    );
  return state === 'signed-in' ? (
    <LinkButton to="/dashboard/account">
      <Trans>Go to your account</Trans>
    </LinkButton>
  ) : (
    <LinkButton to="/login">
      <Trans>Go to login</Trans>
    </LinkButton>
  );
}
