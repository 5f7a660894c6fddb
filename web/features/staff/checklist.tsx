import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getChecklist } from '#contract/staff-settings.ts';
import { LinkButton } from '#web/components/button.tsx';
import { publicUrl } from '#web/components/page-meta.ts';
import { Section, SectionLoading } from '#web/components/section.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useStaff } from './staff-layout.tsx';
import { useStaffQuery } from './use-staff-query.ts';

type Item = { name: string; isDone: boolean; next: ReactNode };

/**
 * Lists the first steps of a new site that are left. The rest of the page is rendered once they have loaded, to avoid a
 * layout shift.
 */
export function Checklist({ children }: { children: ReactNode }) {
  const query = useStaffQuery('checklist', getChecklist);
  if (query.isLoading) return <Spinner label={t`Loading what is left to set up`} />;
  return (
    <>
      {query.data ? (
        <Steps {...query.data} />
      ) : (
        <Section title={t`Set up your site`}>
          <SectionLoading query={query} label={t`Loading what is left to set up`} />
        </Section>
      )}
      {children}
    </>
  );
}

/** Lists the steps that are left. */
function Steps({ email, hasCenter, hasColleague }: ResponseOf<typeof getChecklist>) {
  const { secondFactor } = useStaff();
  const address = publicUrl();
  const items: Item[] = [
    {
      name: t`Address of the site`,
      isDone: address === window.location.origin,
      next: (
        <span>
          <Trans>
            Links in emails go to {address}, but you opened another address. Set PUBLIC_URL and restart the
            site.
          </Trans>
        </span>
      ),
    },
    {
      name: t`Two-step verification`,
      isDone: secondFactor,
      next: (
        <span>
          <Trans>
            Turn it on at the top of this page. You need it before you can invite people or see data of
            others.
          </Trans>
        </span>
      ),
    },
    {
      name: t`Email`,
      isDone: email.isTested,
      next: (
        <>
          <span>
            {email.source === 'files'
              ? t`Your site cannot send emails yet.`
              : t`The email server is set, but not tested.`}
          </span>
          <LinkButton to="/staff/settings" size="small" variant="outlined">
            {email.source === 'files' ? t`Set up email` : t`Test email`}
          </LinkButton>
        </>
      ),
    },
    {
      name: t`Your first center`,
      isDone: hasCenter,
      next: (
        <LinkButton to="/staff/centers/new" size="small" variant="outlined">
          <Trans>Add a center</Trans>
        </LinkButton>
      ),
    },
    {
      name: t`Invite the people who work with you`,
      isDone: hasColleague,
      next: (
        <LinkButton to="/staff/people" size="small" variant="outlined">
          <Trans>People and shifts</Trans>
        </LinkButton>
      ),
    },
  ];
  const remaining = items.filter(({ isDone }) => !isDone);
  const left = remaining.length;
  if (left === 0) return null;
  return (
    <Section
      title={plural(left, {
        one: 'Set up your site: # step left',
        other: 'Set up your site: # steps left',
      })}
    >
      <ul className="grid gap-5">
        {remaining.map(({ name, next }) => (
          <li key={name} className="grid justify-items-start gap-2">
            <strong>{name}</strong>
            {next}
          </li>
        ))}
      </ul>
    </Section>
  );
}
