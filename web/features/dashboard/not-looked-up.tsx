import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lookUpAgain } from '#web/session/session.tsx';
import { isLostPart } from '#web/site/lost-part.ts';
import { PageMessage } from '#web/ui/page-message.tsx';

/** This browser remembers somebody, but nobody could be asked whether their session still lives. */
export function NotLookedUp({ reason }: { reason: unknown }) {
  const retry = () => (isLostPart(reason) ? location.reload() : lookUpAgain());
  return (
    <PageMessage heading={t`We could not sign you in`} retry={retry}>
      <span role="alert">
        {reason instanceof Error && !(reason instanceof TypeError)
          ? reason.message
          : t`Something went wrong.`}{' '}
        <Trans>You need not type your password again.</Trans>
      </span>
    </PageMessage>
  );
}
