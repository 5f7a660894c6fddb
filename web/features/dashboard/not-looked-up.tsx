import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lookUpAgain } from '#web/session/session.tsx';
import { isLostPart } from '#web/site/lost-part.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';

/** This browser remembers somebody, but nobody could be asked whether their session still lives. */
export function NotLookedUp({ reason }: { reason: unknown }) {
  const again = () => (isLostPart(reason) ? location.reload() : lookUpAgain());
  return (
    <div className="bb-page bb-section">
      <h1 tabIndex={-1}>
        <Trans>We could not sign you in</Trans>
      </h1>
      <p role="alert" className="bb-lead mt-4">
        {reason instanceof Error && !(reason instanceof TypeError)
          ? reason.message
          : t`Something went wrong.`}{' '}
        <Trans>You need not type your password again.</Trans>
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button onClick={again}>
          <Trans>Try again</Trans>
        </Button>
        <LinkButton to="/" look="quiet">
          <Trans>Go to the start page</Trans>
        </LinkButton>
      </p>
    </div>
  );
}
