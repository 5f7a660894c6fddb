import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#web/components/button.tsx';
import { Icon } from '#web/components/icon.tsx';

export function DonationsLink() {
  return (
    <LinkButton to="/dashboard/donations" variant="outlined" size="small">
      <Icon name="heart" size={1.125} />
      <Trans>My donations</Trans>
    </LinkButton>
  );
}
