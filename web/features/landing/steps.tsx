import { Trans } from '@lingui/react/macro';
import { numberText } from '#web/language/numbers.ts';
import { Drawing } from '#web/ui/drawing.tsx';
import { fetchedLate } from './fetched-late.ts';
import { type Step, steps } from './step-list.ts';

export function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-soft">
      <div className="bb-page bb-section">
        <h2 id="steps" className="max-w-2xl">
          <Trans>How a donation goes, from the door to the biscuits</Trans>
        </h2>
        <ol className="mt-10 grid grid-cols-1 gap-10 md:grid-cols-3 md:gap-[clamp(1.5rem,3vw,3rem)]">
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
    // Each a little lower than the one before
    <li className="md:nth-2:mt-12 md:nth-3:mt-24">
      <Drawing
        name={image}
        width={360}
        height={300}
        frame={`mb-6 aspect-6/5 ${fetchedLate}`}
        className="aspect-6/5 h-auto w-full rounded-large object-cover"
      />
      <div className="flex items-baseline gap-4">
        <span className="font-heading text-[3.5rem] font-semibold leading-none text-red-ink">
          {numberText(step)}
        </span>
        <div>
          <h3>{title}</h3>
          <p className="mt-2 text-ink-soft">{detail}</p>
        </div>
      </div>
    </li>
  );
}
