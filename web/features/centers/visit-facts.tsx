import { t } from '@lingui/core/macro';
import { type Visit, type VisitField, visitFields } from '#contract/visit.ts';

export const visitNames: Record<VisitField, string> = {
  arrival: t`When to arrive`,
  bring: t`What to bring`,
  duration: t`How long it takes`,
  contact: t`Whom to ask`,
  food: t`Food and drink`,
};

/** Shows what a center says about a visit, if it says something. */
export function VisitFacts({ visit, className = '' }: { visit: Visit | undefined; className?: string }) {
  const shown = visitFields.filter((field) => visit?.[field]);
  if (shown.length === 0) return null;
  return (
    <dl className={`grid gap-x-6 gap-y-3 wrap-anywhere sm:grid-cols-2 ${className}`}>
      {shown.map((field) => (
        <div key={field}>
          <dt className="text-small text-ink-soft">{visitNames[field]}</dt>
          <dd>{visit?.[field]}</dd>
        </div>
      ))}
    </dl>
  );
}
