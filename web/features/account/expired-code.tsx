import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { useSession } from '#web/auth/auth-provider.tsx';
import { nextPath } from '#web/auth/return-path.ts';
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

/** Leads back to the page that requested the link, otherwise to the account. */
export function Continue() {
  const { state } = useSession();
  const [query] = useSearchParams();
  if (state !== 'signed-in')
    return (
      <LinkButton to="/login">
        <Trans>Go to login</Trans>
      </LinkButton>
    );
  const next = nextPath(query, location.origin);
  const isAccount = next === '/' || next === '/dashboard/account';
  return (
    <LinkButton to={isAccount ? '/dashboard/account' : next}>
      {isAccount ? <Trans>Go to your account</Trans> : <Trans>Continue</Trans>}
    </LinkButton>
  );
}
