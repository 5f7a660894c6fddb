import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { type firstContents, getChecklist } from '#contract/staff-settings.ts';
import { Section } from '#web/components/section.tsx';
import { useStaffQuery } from './use-staff-query.ts';

type Step = (typeof firstContents)[number];

const steps: readonly [step: Step, name: string, page: string][] = [
  ['identity', t`The name of your community`, '/staff/site/identity'],
  ['contact', t`How people reach you`, '/staff/site/contact'],
  ['legal', t`Privacy policy and terms`, '/staff/site/page'],
  ['campaign', t`Your first campaign`, '/staff/site/campaign'],
  ['fee', t`What an appointment costs`, '/staff/site/fee'],
];

/** Leads an owner from the content of a new site to their own, until all of it is published. */
export function OwnSiteSteps() {
  const { data } = useStaffQuery('checklist', getChecklist);
  const remaining = steps.filter(([step]) => !data?.published.includes(step));
  const left = remaining.length;
  if (!data || left === 0) return null;
  return (
    <Section
      title={plural(left, {
        one: 'Make it your site: # step left',
        other: 'Make it your site: # steps left',
      })}
    >
      <ul className="grid gap-4">
        {remaining.map(([step, name, page]) => (
          <li key={step}>
            <Link to={page} className="bb-text-link">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
