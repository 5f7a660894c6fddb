import { Trans } from '@lingui/react/macro';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon, clockIcon, placeIcon } from '#web/components/icons.ts';
import { CampaignLink } from '../appointments/campaign-link.tsx';
import { type Campaign, formatCampaignDays, nextCampaigns } from './campaign-list.ts';
import { CampaignPicture } from './campaign-picture.tsx';
import { CampaignTitle } from './campaign-title.tsx';

/** Renders the section with all campaigns. `compact` hides their details. */
export function CampaignCards({ compact = false }: { compact?: boolean }) {
  const campaigns = nextCampaigns();
  if (campaigns.length === 0 && compact) return null;
  return (
    <section aria-labelledby="next-campaigns" className="bb-page bb-section">
      <h2 id="next-campaigns">
        <Trans>Our next campaigns</Trans>
      </h2>
      <p className="bb-lead mt-3">
        {campaigns.length > 0 ? (
          <Trans>Come alone or bring the whole office.</Trans>
        ) : (
          <Trans>No campaign is planned at the moment.</Trans>
        )}
      </p>
      <ul className={`mt-8 grid gap-6 md:grid-cols-2 ${compact ? 'xl:grid-cols-4' : ''}`}>
        {campaigns.map((campaign) => (
          <li key={campaign._id} className="bb-card flex flex-col overflow-hidden">
            {compact ? <CompactCard campaign={campaign} /> : <Card campaign={campaign} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <CampaignPicture campaign={campaign} aspectClass="aspect-3/2" frameClass="" />
      <div className="flex flex-1 flex-col p-6 md:p-8">
        <h3 lang={campaign.lang}>
          <CampaignTitle campaign={campaign} />
        </h3>
        <p lang={campaign.lang} className="mt-2 text-ink-soft">
          {campaign.detail}
        </p>
        <CampaignFacts campaign={campaign} />
        <CampaignLink event={campaign} className="mt-auto self-start" />
      </div>
    </>
  );
}

function CompactCard({ campaign }: { campaign: Campaign }) {
  return (
    <div className="flex flex-1 flex-col p-6">
      <h3 lang={campaign.lang}>
        <CampaignTitle campaign={campaign} />
      </h3>
      <CampaignFacts campaign={campaign} />
      <CampaignLink event={campaign} className="mt-auto self-start" />
    </div>
  );
}

export function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { time, hours = time, place } = campaign;
  return (
    <ul className="mt-4 mb-6 grid gap-2">
      <Fact icon={calendarIcon}>{formatCampaignDays(campaign)}</Fact>
      {hours && <Fact icon={clockIcon}>{hours}</Fact>}
      <Fact icon={placeIcon}>{place}</Fact>
    </ul>
  );
}

function Fact({ icon, children }: { icon: string; children: string }) {
  return (
    <li className="flex items-start gap-3">
      <Icon path={icon} size={1.375} className="mt-0.5 shrink-0 text-red-ink" />
      {children}
    </li>
  );
}
