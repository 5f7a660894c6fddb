import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { LinkButton } from '#web/components/button.tsx';
import { Carousel } from '#web/components/carousel.tsx';
import { goToField } from '#web/components/form-link.tsx';
import { calendarIcon, clockIcon, placeIcon } from '#web/components/icons.ts';
import { LandingText } from '#web/components/landing-text.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { RenderNearViewport } from '#web/components/render-near-viewport.tsx';
import { type Campaign, formatCampaignDays, nextCampaigns } from './campaign-list.ts';
import { CampaignPicture } from './campaign-picture.tsx';
import { CampaignTitle } from './campaign-title.tsx';
import { Fact } from './request-appointment.tsx';

export function Campaigns() {
  const campaigns = nextCampaigns();
  if (campaigns.length === 0) return null;
  return (
    <section aria-labelledby="campaigns" className="bb-page bb-section">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="campaigns">
            <LandingText name="campaigns.title">
              <Trans>Our Campaigns</Trans>
            </LandingText>
          </h2>
          <p className="bb-lead mt-3">
            <LandingText name="campaigns.detail">
              <Trans>Come alone or bring the whole office.</Trans>
            </LandingText>
          </p>
        </div>
        <LinkButton to="/campaign#next-campaigns" variant="outlined">
          <Trans>Load All campaigns</Trans>
        </LinkButton>
      </div>
      <Carousel
        label={t`Our Campaigns`}
        className="mt-5 md:mt-8"
        slides={campaigns.map((campaign) => ({
          key: campaign._id,
          label: campaign.title,
          content: <CampaignSlide campaign={campaign} />,
        }))}
      />
    </section>
  );
}

function CampaignSlide({ campaign }: { campaign: Campaign }) {
  const { detail, lang, time, hours = time, place } = campaign;
  return (
    <article className="grid h-full overflow-hidden rounded-large border border-line bg-surface wide:grid-cols-[1.25fr_1fr] wide:items-center">
      <CampaignPicture
        campaign={campaign}
        aspectClass="aspect-2/1 sm:aspect-3/2"
        frameClass="min-w-0 self-stretch"
      />
      <div className="p-[clamp(1.25rem,4vw,3.5rem)]">
        <h3 lang={lang} className="text-[clamp(1.625rem,1.3rem+1.4vw,2.25rem)]">
          <CampaignTitle campaign={campaign} />
        </h3>
        <p lang={lang} className="bb-lead mt-3">
          {detail}
        </p>
        <ul className="mt-4 grid gap-1 md:mt-6">
          <Fact icon={calendarIcon}>{formatCampaignDays(campaign)}</Fact>
          {hours && <Fact icon={clockIcon}>{hours}</Fact>}
          <Fact icon={placeIcon}>{place}</Fact>
        </ul>
        {!campaign.isWithoutStaff && <JoinCampaignSlot campaign={campaign} />}
      </div>
    </article>
  );
}

const JoinCampaign = lazyComponent(
  () => import('#web/features/appointments/join-campaign.tsx'),
  () => null,
);

/** Reserves the height of the button, which loads near the viewport. */
function JoinCampaignSlot({ campaign }: { campaign: Campaign }) {
  return (
    <div className="mt-4 min-h-12 md:mt-6">
      <RenderNearViewport fallback={null}>
        <Suspense>
          <JoinCampaign event={campaign} onGoToForm={goToForm} />
        </Suspense>
      </RenderNearViewport>
    </div>
  );
}

function goToForm(findField: (section: HTMLElement) => HTMLElement | null): void {
  const section = document.getElementById('request-appointment');
  if (section) goToField(section, findField);
}
