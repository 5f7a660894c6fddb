import { Trans } from '@lingui/react/macro';
import { usePart } from '#web/api/use-part.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The way to one's past appointments, where that is offered. */
export function DonationsLink() {
  if (!usePart('donations')) return null;
  return (
    <LinkButton to="/dashboard/donations" look="quiet" size="small">
      <Icon name="heart" size={1.125} />
      <Trans>My donations</Trans>
    </LinkButton>
  );
}
