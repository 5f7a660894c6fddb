import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getSettings } from '#contract/staff-settings.ts';
import { Section } from '#web/components/section.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { useStaffQuery } from '../staff/use-staff-query.ts';
import { EmailSettings } from './email-settings.tsx';
import { SiteLinks } from './site-links.tsx';

type Settings = ResponseOf<typeof getSettings>;

/** An owner sets up email, and sees the settings that an operator has made in the environment. */
export function SettingsPage() {
  const query = useStaffQuery('settings', getSettings);
  if (query.isPending) return <PageSpinner label={t`Settings`} />;
  return (
    <StaffPage heading={t`Settings`}>
      {query.error ? (
        <StaffLoadError name={t`The settings`} query={query} />
      ) : (
        <>
          <SiteLinks withoutPayments={query.data.withoutPayments} />
          <Section title={t`Email`}>
            <EmailSettings email={query.data.email} onChanged={() => query.refetch()} />
          </Section>
          <Section title={t`This site`}>
            <SiteFacts settings={query.data} />
          </Section>
        </>
      )}
    </StaffPage>
  );
}

const cardPayments = {
  stripe: 'Stripe',
  sandbox: t`Test cards only, no money moves`,
  none: t`None: this site has no account with Stripe`,
};

type Fact = [name: string, text: string];

function SiteFacts({ settings }: { settings: Settings }) {
  const facts: Fact[] = [
    [t`Address`, settings.address],
    [t`Version`, settings.version],
    ...(settings.withoutPayments ? [] : [[t`Card payments`, cardPayments[settings.cards]] satisfies Fact]),
    [t`Photos`, settings.images === 'hosted' ? t`At a photo service` : t`On this site`],
    [t`Accounts`, settings.identity === 'firebase' ? 'Firebase' : t`On this site`],
    [t`Database`, settings.database === 'postgresql' ? 'PostgreSQL' : t`A file on this site`],
  ];
  return (
    <>
      <dl className="grid gap-4">
        {facts.map(([name, text]) => (
          <div key={name} className="grid gap-1">
            <dt className="bb-hint">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="bb-hint">
        <Trans>Whoever runs the server can change these: the operating guide says how.</Trans>
      </p>
    </>
  );
}
