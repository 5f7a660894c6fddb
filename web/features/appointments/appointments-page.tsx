import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useRef } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { Icon } from '#web/components/icon.tsx';
import { personIcon } from '#web/components/icons.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { ConfirmEmailNotice } from '#web/features/account/confirm-email-notice.tsx';
import { DonationsLink } from '#web/features/donations/donations-link.tsx';
import { EligibilityLink } from '#web/features/eligibility/eligibility-link.tsx';
import { AppointmentsTable } from './appointments-table.tsx';
import { WithAppointments } from './with-appointments.tsx';

export const meta = () => pageMeta({ title: t`Your Appointments` });

export default function AppointmentsPage() {
  const { user } = useSession();
  const name = user?.displayName ?? '';
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useCallback(() => heading.current?.focus(), []);

  return (
    <section className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="min-w-0">
          <Trans>
            hello <span className="inline-block max-w-full break-words">{`${name} ,`}</span> Your Appointments
          </Trans>
        </h1>
        <span className="flex flex-wrap gap-3">
          <LinkButton to="/dashboard/account" variant="outlined" size="small">
            <Icon path={personIcon} size={1.125} />
            <Trans>Your account</Trans>
          </LinkButton>
          <DonationsLink />
        </span>
      </div>
      <ConfirmEmailNotice />
      <WithAppointments>
        {(list) => <Appointments appointments={list} onRowRemoved={focusHeading} />}
      </WithAppointments>
      <EligibilityLink />
    </section>
  );
}

type ListProps = {
  appointments: Appointment[] /** Called when the focused row is removed. */;
  onRowRemoved: () => void;
};

function Appointments({ appointments, onRowRemoved }: ListProps) {
  if (appointments.length > 0)
    return <AppointmentsTable appointments={appointments} onRowRemoved={onRowRemoved} />;
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <p className="bb-lead">
        <Trans>You have no appointments yet. Request one when you are ready.</Trans>
      </p>
      <LinkButton to="/#request-appointment">
        <Trans>Request Appointment</Trans>
      </LinkButton>
    </div>
  );
}
