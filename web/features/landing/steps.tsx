import { Trans } from '@lingui/react/macro';
import { numberText } from '#web/language/numbers.ts';
import { Drawing } from '#web/ui/drawing.tsx';
import { type Step, steps } from './step-list.ts';

export function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-soft">
      <div className="bb-page bb-section">
        <h2 id="steps" className="max-w-2xl">
          <Trans>How a donation goes, from the door to the biscuits</Trans>
        </h2>
        <ol className="bb-steps">
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
    <li>
      <Drawing name={image} width={360} height={300} className="bb-step-picture" />
      <div className="flex items-baseline gap-4">
        <span className="bb-step-number">{numberText(step)}</span>
        <div>
          <h3>{title}</h3>
          <p className="mt-2 text-ink-soft">{detail}</p>
        </div>
      </div>
    </li>
  );
}
