import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { siteNow } from '#web/api/site-clock.ts';
import { RequestLink } from '#web/components/request-link.tsx';
import { type CampaignEvent, createCampaignPrefill } from './form/campaign-prefill.ts';

type Props = { event: CampaignEvent & { isWithoutStaff?: boolean }; className?: string };

/** Renders a link to the appointment form that fills in a campaign's location and date. */
export function CampaignLink({ event, className }: Props) {
  const { title, isWithoutStaff } = event;
  if (isWithoutStaff) return null;
  return (
    <RequestLink
      prefill={createCampaignPrefill(event, siteNow())}
      variant="outlined"
      aria-label={t`Take part: ${title}`}
      className={className}
    >
      <Trans>Take part</Trans>
    </RequestLink>
  );
}
