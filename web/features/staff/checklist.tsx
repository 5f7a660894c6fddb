import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getChecklist } from '#contract/staff-settings.ts';
import { LinkButton } from '#web/components/button.tsx';
import { successMark } from '#web/components/class-names.ts';
import { publicUrl } from '#web/components/page-meta.ts';
import { Section, SectionLoading } from '#web/components/section.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { useStaff } from './staff-layout.tsx';
import { useStaffQuery } from './use-staff-query.ts';

type Item = { name: string; value?: string; isDone: boolean; next: ReactNode };

/**
 * Lists the first steps of a new site. The rest of the page is rendered once they have loaded, to avoid a
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

/** Shows a single line once all steps are done. */
function Steps({ email, hasCenter, hasColleague }: ResponseOf<typeof getChecklist>) {
  const { secondFactor } = useStaff();
  const address = publicUrl();
  const items: Item[] = [
    {
      name: t`Address of the site`,
      value: address,
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
          <Trans>Turn it on below. You need it before you can invite people or see data of others.</Trans>
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
  const left = items.filter(({ isDone }) => !isDone).length;
  if (left === 0)
    return (
      <p>
        <Trans>Your site is set up.</Trans>
      </p>
    );
  return (
    <Section
      title={plural(left, { one: 'Set up your site: # step left', other: 'Set up your site: # steps left' })}
    >
      <ol className="grid gap-5">
        {items.map(({ name, value, isDone, next }, index) => (
          <li key={name} className="grid justify-items-start gap-2">
            <strong>
              <span aria-hidden="true">{formatNumber(index + 1)}. </span>
              {name}
            </strong>
            {value && <span>{value}</span>}
            {isDone ? (
              <span className={successMark}>
                <Trans>Done</Trans>
              </span>
            ) : (
              next
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
