import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Carousel } from '#web/ui/carousel.tsx';
import { type Sponsor, sponsors } from './sponsor-list.ts';

export function Sponsors() {
  return (
    <section aria-labelledby="sponsors" className="bb-page bb-section">
      <h2 id="sponsors" className="text-heading">
        <Trans>Our Sponsors</Trans>
      </h2>
      <Carousel
        label={t`Our Sponsors`}
        // How many stand side by side is the specification's.
        className="mt-6 [--gap-px:16] min-[640px]:[--per-view:2] min-[768px]:[--per-view:3] min-[1054px]:[--per-view:4] min-[1440px]:[--per-view:6]"
        slides={sponsors.map((sponsor) => ({
          key: sponsor.name,
          label: sponsor.name,
          content: <Mark {...sponsor} />,
        }))}
      />
    </section>
  );
}

function Mark({ name, line, mark }: Sponsor) {
  return (
    <div className="flex flex-col items-center gap-3 px-2 py-4 text-center">
      <svg
        viewBox="0 0 48 48"
        width="48"
        height="48"
        className="fill-none stroke-2 stroke-ink-soft [stroke-linecap:round] [stroke-linejoin:round]"
        aria-hidden="true"
        focusable="false"
      >
        <path d={mark} />
      </svg>
      <p>
        <span className="block font-heading text-[1.25rem] font-semibold leading-[1.2] bn:leading-[1.35]">
          {name}
        </span>
        <span className="block text-ink-soft">{line}</span>
      </p>
    </div>
  );
}
