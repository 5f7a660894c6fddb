import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { itemPath } from '#contract/site.ts';
import { siteToday } from '#web/api/site-today.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { pageData, siteName } from '#web/before-react/page-data.ts';
import { LinkButton } from '#web/components/button.tsx';
import { Carousel } from '#web/components/carousel.tsx';
import { Drawing } from '#web/components/drawing.tsx';
import { FormLink } from '#web/components/form-link.tsx';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon } from '#web/components/icons.ts';
import { isOwn, LandingPicture, LandingText } from '#web/components/landing-text.tsx';
import { ServerContent } from '#web/components/server-content.tsx';
import { NeededNow } from '../needs/needed-now.tsx';
import { formatCampaignDays, nextCampaigns } from './campaign-list.ts';
import { NextDays } from './next-days.tsx';

/** An owner's own banner has one slide. */
export function Banner() {
  const isOwnBanner = isOwn('banner.title') || isOwn('banner.detail') || isOwn('banner.picture');
  return (
    <section aria-labelledby="banner" className="bg-soft pb-[clamp(1.25rem,3vw,2rem)]">
      <Carousel
        label={t`Why donate`}
        className="[--gap:0px]"
        footer={
          <>
            <BannerButtons />
            <NextDays />
            <ServerContent id="needed-now" className="w-full empty:hidden md:order-last">
              {import.meta.env.SSR && <NeededNow />}
            </ServerContent>
          </>
        }
        slides={
          isOwnBanner
            ? [{ key: 'save', label: siteName(), content: <SaveLife /> }]
            : [
                { key: 'save', label: t`Donate blood, save life`, content: <SaveLife /> },
                {
                  key: 'inspire',
                  label: t`donate your blood and inspire others`,
                  content: <InspireOthers />,
                },
              ]
        }
      />
    </section>
  );
}

const slideClass =
  'bb-page grid h-full content-between gap-6 pt-[clamp(1.25rem,5vw,4.5rem)] md:grid-cols-[1.1fr_1fr] md:items-center md:gap-10';

/** Smaller if the next free days follow, so that they begin on the first screen. */
const pictureProps = () => ({
  width: 560,
  height: 460,
  className: `mx-auto block aspect-[560/460] h-auto w-full ${pageData().site.hasCenters ? 'max-w-40 md:max-w-md' : 'max-w-56 md:max-w-none'}`,
});

function SaveLife() {
  return (
    <div className={slideClass}>
      <div>
        <h2 id="banner" className="text-display leading-[1.05] tracking-[-0.02em]">
          <LandingText name="banner.title">
            <Trans>Donate blood, save life</Trans>
          </LandingText>
        </h2>
        <p className="bb-lead mt-5 max-w-prose">
          <LandingText name="banner.detail">
            <Trans>
              Have a seat and take a deep breath. Ten minutes of your time can save somebody&apos;s life.
            </Trans>
          </LandingText>
        </p>
        {!pageData().site.hasCenters && (
          <ServerContent id="next-campaign" className="mt-6 max-md:hidden">
            {import.meta.env.SSR && <NextCampaign />}
          </ServerContent>
        )}
      </div>
      <LandingPicture section="banner" {...pictureProps()}>
        <Drawing priority name="save-life" phoneWidth="14rem" {...pictureProps()} />
      </LandingPicture>
    </div>
  );
}

/** Names the first campaign that is not over. */
function NextCampaign() {
  const today = siteToday();
  const campaign = nextCampaigns().find(({ date, until = date }) => until >= today);
  if (!campaign) return null;
  const { title, slug, lang } = campaign;
  const days = formatCampaignDays(campaign);
  return (
    <p className="flex items-center gap-3 text-large">
      <span className="text-red-ink">
        <Icon path={calendarIcon} />
      </span>
      <span>
        <Trans>
          Next:{' '}
          <Link to={slug ? itemPath('campaign', slug) : '/campaign'} lang={lang} className="bb-text-link">
            {title}
          </Link>
          , {days}
        </Trans>
      </span>
    </p>
  );
}

function InspireOthers() {
  return (
    <div className={slideClass}>
      <div>
        <h2 className="text-[clamp(2rem,1.2rem+4vw,4.25rem)] leading-[1.05] tracking-[-0.02em]">
          <Trans>donate your blood and inspire others</Trans>
        </h2>
        <p className="bb-lead mt-5 max-w-prose">
          <Trans>One donor brings a friend, and the friend brings a cousin.</Trans>
        </p>
      </div>
      <Drawing name="inspire" phoneWidth="14rem" {...pictureProps()} />
    </div>
  );
}

function BannerButtons() {
  const { loginValue } = useSession();
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:px-4">
      <FormLink field="name" size="large">
        <Trans>Donate Now</Trans>
      </FormLink>
      <LinkButton to={loginValue ? '/dashboard/appointments' : '/register'} variant="outlined" size="large">
        <Trans>join with us</Trans>
      </LinkButton>
    </div>
  );
}
