import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Carousel } from '#web/ui/carousel.tsx';
import { type Sponsor, sponsors } from './sponsor-list.ts';

export function Sponsors() {
  return (
    <section aria-labelledby="sponsors" className="bb-page bb-section">
      <h2 id="sponsors" className="bb-sponsors-title">
        <Trans>Our Sponsors</Trans>
      </h2>
      <Carousel
        label={t`Our Sponsors`}
        className="bb-sponsors mt-6"
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
    <div className="bb-sponsor">
      <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
        <path d={mark} />
      </svg>
      <p>
        <span className="bb-sponsor-name">{name}</span>
        <span className="block text-ink-soft">{line}</span>
      </p>
    </div>
  );
}
