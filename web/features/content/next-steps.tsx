import { useId } from 'react';
import { Link } from 'react-router';
import { Icon } from '#web/components/icon.tsx';

type Step = {
  to: string;
  icon: string;
  title: string;
  detail: string;
};

type Props = { id?: string; title: string; lead: string; steps: readonly Step[] };

/** Renders a section of cards, each of them a link. */
export function NextSteps({ id, title, lead, steps }: Props) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="bb-page bb-section">
      <h2 id={heading}>{title}</h2>
      <p className="bb-lead mt-3 max-w-prose">{lead}</p>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step) => (
          <li key={step.to}>
            <StepLink {...step} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The link covers its card, but only the title is its accessible name. */
function StepLink({ to, icon, title, detail }: Step) {
  return (
    <div className="bb-card relative flex h-full gap-4 p-6 hover:border-red-ink sm:flex-col">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-red-soft text-red-ink">
        <Icon path={icon} />
      </span>
      <div>
        <h3 className="text-large">
          <Link
            to={to}
            className="underline-offset-4 after:absolute after:inset-0 after:rounded-large hover:underline"
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1 text-ink-soft">{detail}</p>
      </div>
    </div>
  );
}
