import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#web/components/button.tsx';
import { Icon } from '#web/components/icon.tsx';
import { heartIcon } from '#web/components/icons.ts';

export function DonationsLink() {
  return (
    <LinkButton to="/dashboard/donations" variant="outlined" size="small">
      <Icon path={heartIcon} size={1.125} />
      <Trans>My donations</Trans>
    </LinkButton>
  );
}
