import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isPublished, serverData } from '#web/before-react/page-data.ts';
import { Drawing, lazyFrameClass } from '#web/components/drawing.tsx';
import { HostedPicture } from '#web/components/hosted-picture.tsx';
import { LandingDetail, LandingText } from '#web/components/landing-text.tsx';
import { ServerContent } from '#web/components/server-content.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';

type Step = {
  id: string;
  title: string;
  detail: string;
  /** File name of a drawing in public/drawings, without width and extension. */
  image: string;
};

const steps: readonly Step[] = [
  {
    id: 'registration',
    title: t`Registration`,
    detail: t`We note your details and ask about your health. Bring something with your name on it, and drink water.`,
    image: 'step-registration',
  },
  {
    id: 'donation',
    title: t`Donation`,
    detail: t`A small sting, then you lean back. The donation itself takes 6-10 minutes; a nurse stays with you.`,
    image: 'step-donation',
  },
  {
    id: 'refreshment',
    title: t`Tea and rest`,
    detail: t`Sit with us for 15 minutes, with tea and biscuits. Then the rest of the day is yours.`,
    image: 'step-rest',
  },
];

export function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-soft">
      <div className="bb-page bb-section">
        <h2 id="steps" className="max-w-2xl">
          <LandingText name="steps.title">
            <Trans>How a donation works, step by step</Trans>
          </LandingText>
        </h2>
        <LandingDetail section="steps" className="mt-3" />
        {isPublished('step') ? (
          <ServerContent as="ol" id="steps" className={listClass}>
            {import.meta.env.SSR && <OwnSteps />}
          </ServerContent>
        ) : (
          <ol className={listClass}>
            {steps.map(({ id, image, ...step }, index) => (
              <StepCard key={id} step={index + 1} {...step}>
                <Drawing name={image} phoneWidth="5rem" pictureClassName={frameClass} {...pictureProps} />
              </StepCard>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

const OwnSteps = () =>
  serverData().content.step.map(({ id, title, detail, lang, picture, alt }, index) => (
    <StepCard key={id} step={index + 1} title={title} detail={detail} lang={lang}>
      {picture && (
        <span className={frameClass}>
          <HostedPicture src={picture} alt={alt} {...pictureProps} />
        </span>
      )}
    </StepCard>
  ));

const listClass = 'mt-5 grid grid-cols-1 gap-5 md:mt-10 md:grid-cols-3 md:gap-[clamp(1.5rem,3vw,3rem)]';
const frameClass = `aspect-6/5 w-20 shrink-0 md:mb-6 md:w-full ${lazyFrameClass}`;
const pictureProps = {
  width: 360,
  height: 300,
  className: 'aspect-6/5 h-auto w-full rounded-medium object-cover md:rounded-large',
};

type CardProps = {
  step: number;
  title: string;
  detail: string;
  lang?: string | undefined;
  children: ReactNode;
};

function StepCard({ title, detail, lang, step, children }: CardProps) {
  return (
    // On wide screens each step is a little lower than the previous one.
    <li className="flex items-start gap-4 md:block md:nth-2:mt-12 md:nth-3:mt-24">
      {children}
      <div className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4">
        <span className="font-heading text-[2rem] font-semibold leading-none text-red-ink md:text-[3.5rem]">
          {formatNumber(step)}
        </span>
        <h3 lang={lang}>{title}</h3>
        <p lang={lang} className="col-span-2 mt-1 text-ink-soft max-md:text-small md:col-[2]">
          {detail}
        </p>
      </div>
    </li>
  );
}
