import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Drawing } from '#web/components/drawing.tsx';
import { isOwn, LandingPicture, LandingText } from '#web/components/landing-text.tsx';

const pictureProps = {
  width: 600,
  height: 560,
  className: 'aspect-2/1 h-auto w-full rounded-large object-cover sm:aspect-[600/560]',
};

export function WhoWeAre() {
  return (
    <section
      aria-labelledby="who-we-are"
      className="bb-page bb-section grid items-center gap-[clamp(1rem,6vw,6rem)] wide:grid-cols-[1fr_1.05fr]"
    >
      <LandingPicture section="who-we-are" {...pictureProps}>
        <Drawing name="who-we-are" {...pictureProps} />
      </LandingPicture>
      <div>
        <h2 id="who-we-are">
          <LandingText name="who-we-are.title">
            <Trans>Who We Are?</Trans>
          </LandingText>
        </h2>
        <p className="bb-lead mt-3 md:mt-6">
          <LandingText name="who-we-are.detail">
            <Trans>
              Neighbors, mostly. We started with a list of names on paper and a telephone, so that nobody in
              our town would wait for blood alone.
            </Trans>
          </LandingText>
        </p>
        {!isOwn('who-we-are.detail') && (
          <dl className="mt-5 grid gap-4 md:mt-8 md:gap-6">
            <Claim figure={t`40 years`}>{t`of helping people find blood when they need it.`}</Claim>
            <Claim figure={t`sixty thousand`}>{t`donor centres. There is one near you.`}</Claim>
          </dl>
        )}
      </div>
    </section>
  );
}

function Claim({ figure, children }: { figure: string; children: string }) {
  return (
    <div className="border-red-ink border-l-3 ps-6">
      <dt className="font-heading text-title font-semibold leading-[1.15] bn:leading-[1.35]">{figure}</dt>
      <dd className="mt-1 text-ink-soft">{children}</dd>
    </div>
  );
}
