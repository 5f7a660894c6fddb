import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Drawing, lazyFrameClass } from '#web/components/drawing.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';

type Step = {
  id: string;
  title: string;
  detail: string;
  step: number;
  /** File name of a drawing in public/drawings, without width and extension. */
  image: string;
};

const steps: readonly Step[] = [
  {
    id: 'registration',
    title: t`Registration`,
    detail: t`We note your details and ask about your health. Bring something with your name on it, and drink water.`,
    step: 1,
    image: 'step-registration',
  },
  {
    id: 'donation',
    title: t`Donation`,
    detail: t`A small sting, then you lean back. The donation itself takes 6-10 minutes; a nurse stays with you.`,
    step: 2,
    image: 'step-donation',
  },
  {
    id: 'refreshment',
    title: t`Tea and rest`,
    detail: t`Sit with us for 15 minutes, with tea and biscuits. Then the rest of the day is yours.`,
    step: 3,
    image: 'step-rest',
  },
];

export function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-soft">
      <div className="bb-page bb-section">
        <h2 id="steps" className="max-w-2xl">
          <Trans>How a donation works, step by step</Trans>
        </h2>
        <ol className="mt-5 grid grid-cols-1 gap-5 md:mt-10 md:grid-cols-3 md:gap-[clamp(1.5rem,3vw,3rem)]">
          {steps.map((step) => (
            <StepCard key={step.id} {...step} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function StepCard({ title, detail, step, image }: Step) {
  return (
    // On wide screens each step is a little lower than the previous one.
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4 md:block md:nth-2:mt-12 md:nth-3:mt-24">
      <Drawing
        name={image}
        width={360}
        height={300}
        phoneWidth="5rem"
        pictureClassName={`aspect-6/5 md:mb-6 ${lazyFrameClass}`}
        className="aspect-6/5 h-auto w-full rounded-medium object-cover md:rounded-large"
      />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4">
        <span className="font-heading text-[2rem] font-semibold leading-none text-red-ink md:text-[3.5rem]">
          {formatNumber(step)}
        </span>
        <h3>{title}</h3>
        <p className="col-span-2 mt-1 text-ink-soft max-md:text-small md:col-[2]">{detail}</p>
      </div>
    </li>
  );
}
