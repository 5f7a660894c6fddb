import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { pageMeta } from '#web/components/page-meta.ts';
import { PrintHeading } from '#web/components/print.tsx';
import { WithAppointments } from '#web/features/appointments/with-appointments.tsx';
import { DonationHistory } from './donation-history.tsx';
import './donations.css';

export const meta = () => pageMeta({ title: t`My donations` });

export default function DonationsPage() {
  return (
    <section className="bb-donations grid grid-cols-1 gap-6 [&_h2]:text-heading [&_h3]:text-large">
      <PrintHeading />
      <h1 tabIndex={-1}>
        <Trans>My donations</Trans>
      </h1>
      <WithAppointments>{(list) => <DonationHistory appointments={list} />}</WithAppointments>
    </section>
  );
}
