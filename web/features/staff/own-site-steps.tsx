import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { type firstContents, getChecklist } from '#contract/staff-settings.ts';
import { successMark } from '#web/components/class-names.ts';
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
  const left = steps.filter(([step]) => !data?.published.includes(step)).length;
  if (!data || left === 0) return null;
  return (
    <Section
      title={plural(left, {
        one: 'Make it your site: # step left',
        other: 'Make it your site: # steps left',
      })}
    >
      <ol className="grid gap-4">
        {steps.map(([step, name, page]) => (
          <li key={step} className="flex flex-wrap gap-x-4 gap-y-1">
            <Link to={page} className="bb-text-link">
              {name}
            </Link>
            {data.published.includes(step) && (
              <span className={successMark}>
                <Trans>Done</Trans>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
