import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { pageMeta } from '#web/document/page-meta.ts';
import { WithAppointments } from '#web/features/appointments/with-appointments.tsx';
import './donations.css';
import { useState } from 'react';
import type { Day } from '#contract/days.ts';
import { downloadDonationsCsv, downloadDonationsPdf } from '#contract/donations.ts';
import { send } from '#web/api/client.ts';
import { readErrorResponse } from '#web/api/errors.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { toast } from '#web/components/toast.ts';
import { formatDay } from '#web/i18n/days.ts';
import { language } from '#web/i18n/language.ts';
import { splitByDay, today } from './past.ts';
import { Timeline } from './timeline.tsx';
import { Years } from './years.tsx';

export const meta = () => pageMeta({ title: t`My donations` });

export default function DonationsPage() {
  return (
    <section className="bb-donations grid max-w-4xl grid-cols-1 gap-8 [&_h2]:text-heading [&_h3]:text-large">
      <h1 tabIndex={-1}>
        <Trans>My donations</Trans>
      </h1>
      <WithAppointments>
        {(list) => {
          const { past, next } = splitByDay(today(), list);
          if (past.length === 0) return <NoDonations next={next} />;
          return (
            <>
              <p className="bb-lead">
                <Trans>
                  Thank you for being here. These are your past appointments. Only the donation center can
                  confirm a donation.
                </Trans>
              </p>
              <Downloads />
              <Years days={past.map(({ date }) => date)} />
              <Timeline past={past} />
            </>
          );
        }}
      </WithAppointments>
    </section>
  );
}

/** `next`: the day of the next appointment, which will be the first one listed here. */
function NoDonations({ next }: { next: Day | undefined }) {
  const date = next && formatDay(next);
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      {date ? (
        <>
          <p className="bb-lead">
            <Trans>Your first appointment is on {date}. It appears here the day after.</Trans>
          </p>
          <LinkButton to="/dashboard/appointments">
            <Trans>Your appointments</Trans>
          </LinkButton>
        </>
      ) : (
        <>
          <p className="bb-lead">
            <Trans>Your story starts with one appointment. It appears here the day after.</Trans>
          </p>
          <LinkButton to="/#request-appointment">
            <Trans>Request Appointment</Trans>
          </LinkButton>
        </>
      )}
    </div>
  );
}

function Downloads() {
  const { failure, busy, attempt } = useFormAction();
  const [kind, setKind] = useState<Kind>();

  const download = (nextKind: Kind) => () => {
    if (busy) return;
    setKind(nextKind);
    void attempt(async () => {
      saveFile(...(await fetchFile(nextKind)));
      toast.success(t`The file is in your downloads`);
    });
  };
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button look="quiet" busy={busy && kind === 'pdf'} onClick={download('pdf')}>
        <Trans>Download as PDF</Trans>
      </Button>
      <Button look="quiet" busy={busy && kind === 'csv'} onClick={download('csv')}>
        <Trans>Download as CSV</Trans>
      </Button>
      <p role="alert" className="bb-error basis-full empty:hidden">
        {failure}
      </p>
    </div>
  );
}

const files = { pdf: downloadDonationsPdf, csv: downloadDonationsCsv };
type Kind = keyof typeof files;

async function fetchFile(kind: Kind): Promise<[name: string, content: Blob, type: string]> {
  const day = today();
  const headers = { 'Accept-Language': language };
  const response = await send(`/api${files[kind].path}?today=${day}`, { headers });
  if (!response.ok) throw await readErrorResponse(response);
  const content = await response.blob();
  return [`blood-buddies-donations-${day}.${kind}`, content, content.type];
}
