import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isPublished, serverData } from '#web/before-react/page-data.ts';
import { Carousel } from '#web/components/carousel.tsx';
import { HostedPicture } from '#web/components/hosted-picture.tsx';
import { LandingDetail, LandingText } from '#web/components/landing-text.tsx';
import { ServerContent } from '#web/components/server-content.tsx';

type Sponsor = {
  name: string;
  tagline: string;
  /** SVG path in a box of 48 by 48 units. */
  logoPath: string;
};

const sponsors: readonly Sponsor[] = [
  {
    name: 'Lantern Mills',
    tagline: t`flour and bread`,
    logoPath: 'M24 4v8M16 12h16l4 10v16H12V22zM12 26h24M20 38V26M28 38V26',
  },
  {
    name: 'Northbank',
    tagline: t`community bank`,
    logoPath: 'M6 20L24 7l18 13zM11 20v16M20 20v16M28 20v16M37 20v16M6 40h36',
  },
  {
    name: 'Riverline',
    tagline: t`ferries`,
    logoPath: 'M8 28h32l-5 9H13zM24 28V7l12 16H24M4 42q5-4 10 0t10 0 10 0 10 0',
  },
  {
    name: 'Tulsi & Daughters',
    tagline: t`pharmacy`,
    logoPath: 'M24 43V18M24 24C12 24 9 15 9 8c10 0 15 6 15 16zM24 31c0-9 5-14 15-14 0 9-5 14-15 14z',
  },
  { name: 'Paperboat', tagline: t`printers`, logoPath: 'M4 28h40l-8 12H12zM24 8l13 20H11z' },
  {
    name: 'Kettle No. 9',
    tagline: t`tea house`,
    logoPath:
      'M12 18h22v14a8 8 0 0 1-8 8h-6a8 8 0 0 1-8-8zM34 22h3a5 5 0 0 1 0 10h-3M18 12q-3-3 0-6M27 12q-3-3 0-6',
  },
  {
    name: 'Fieldwheel',
    tagline: t`bicycles`,
    logoPath:
      'M12 40a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM36 40a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 32l8-16h10l6 16M20 16l6 16h-14M28 10h6',
  },
  {
    name: 'Starling Radio',
    tagline: t`98.4, all night`,
    logoPath:
      'M24 30v12M16 42h16M24 30a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM14 36a14 14 0 0 1 0-20M34 36a14 14 0 0 0 0-20M8 41a22 22 0 0 1 0-30M40 41a22 22 0 0 0 0-30',
  },
];

export function Sponsors() {
  return (
    <section aria-labelledby="sponsors" className="bb-page bb-section">
      <h2 id="sponsors" className="text-heading">
        <LandingText name="sponsors.title">
          <Trans>Our Sponsors</Trans>
        </LandingText>
      </h2>
      <LandingDetail section="sponsors" className="mt-3" />
      {isPublished('sponsor') ? (
        <ServerContent as="ul" id="sponsors" className="mt-6 flex flex-wrap items-center gap-x-10 gap-y-6">
          {import.meta.env.SSR && <OwnSponsors />}
        </ServerContent>
      ) : (
        <Carousel
          label={t`Our Sponsors`}
          // The specification sets the slides per view.
          className="mt-6 [--gap:16px] min-[640px]:[--per-view:2] min-[768px]:[--per-view:3] min-[1054px]:[--per-view:4] min-[1440px]:[--per-view:6]"
          slides={sponsors.map((sponsor) => ({
            key: sponsor.name,
            label: sponsor.name,
            content: <SponsorLogo {...sponsor} />,
          }))}
        />
      )}
    </section>
  );
}

const OwnSponsors = () =>
  serverData().content.sponsor.map(({ id, name, logo, alt, url }) => {
    const shown = logo ? (
      <HostedPicture src={logo} alt={alt} width={160} height={80} className="h-20 w-40 object-contain" />
    ) : (
      <span className="font-heading text-[1.25rem] font-semibold">{name}</span>
    );
    return (
      <li key={id} className="min-w-0 wrap-anywhere">
        {url ? (
          <a href={url} rel="noreferrer" className="inline-flex min-h-11 items-center">
            {shown}
          </a>
        ) : (
          shown
        )}
      </li>
    );
  });

function SponsorLogo({ name, tagline, logoPath }: Sponsor) {
  return (
    <div className="flex flex-col items-center gap-3 px-2 py-4 text-center">
      <svg
        viewBox="0 0 48 48"
        width="48"
        height="48"
        className="fill-none stroke-2 stroke-ink-soft [stroke-linecap:round] [stroke-linejoin:round]"
        aria-hidden="true"
      >
        <path d={logoPath} />
      </svg>
      <p>
        <span className="block font-heading text-[1.25rem] font-semibold leading-[1.2] bn:leading-[1.35]">
          {name}
        </span>
        <span className="block text-ink-soft">{tagline}</span>
      </p>
    </div>
  );
}
