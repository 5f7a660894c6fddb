import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useRef } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useQuery } from '#web/api/queries.ts';
import { ConfirmEmailNotice } from '#web/features/account/confirm-email-notice.tsx';
import { DonationsLink } from '#web/features/donations/donations-link.tsx';
import { EligibilityLink } from '#web/features/eligibility/eligibility-link.tsx';
import { useSession } from '#web/session/session.tsx';
import { pageMeta } from '#web/site/page-meta.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { appointmentsQuery } from './appointment-queries.ts';
import { AppointmentsTable } from './appointments-table.tsx';
import { KnownSince } from './known-since.tsx';

export const meta = () => pageMeta({ title: t`Your Appointments` });

export default function AppointmentsPage() {
  const { user } = useSession();
  const name = user?.displayName ?? '';
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useCallback(() => heading.current?.focus(), []);
  const asked = useQuery(appointmentsQuery(user));
  const { data, dataUpdatedAt, isPending, isFetching, error, failureReason, refetch } = asked;

  return (
    <section className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="min-w-0">
          <Trans>
            hello <span className="inline-block max-w-full break-words">{`${name} ,`}</span> Your Appointments
          </Trans>
        </h1>
        <span className="flex flex-wrap gap-3">
          <LinkButton to="/dashboard/account" look="quiet" size="small">
            <Icon name="person" size={1.125} />
            <Trans>Your account</Trans>
          </LinkButton>
          <DonationsLink />
        </span>
      </div>
      <ConfirmEmailNotice />
      {isPending && <Spinner label={t`Loading your appointments`} />}
      {error && !data && <Failing reason={error.message} busy={isFetching} again={() => void refetch()} />}
      {data && <KnownSince since={dataUpdatedAt} failure={failureReason} />}
      {data && <Appointments list={data} leaveRow={focusHeading} />}
      <EligibilityLink />
    </section>
  );
}

type ListProps = { list: Appointment[] /** The row that had the focus is gone. */; leaveRow: () => void };

function Appointments({ list, leaveRow }: ListProps) {
  if (list.length > 0) return <AppointmentsTable list={list} leaveRow={leaveRow} />;
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <p className="bb-lead">
        <Trans>You have no appointments yet. Whenever you are ready, somebody is waiting for you.</Trans>
      </p>
      <LinkButton to="/#request-appointment">
        <Trans>Request Appointment</Trans>
      </LinkButton>
    </div>
  );
}

function Failing({ reason, busy, again }: { reason: string; busy: boolean; again: () => void }) {
  return (
    <div role="alert" className="bb-card grid justify-items-start gap-4 p-6">
      <p>
        <Trans>Your appointments could not be loaded. {reason}</Trans>
      </p>
      <Button onClick={again} busy={busy}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
