import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { findDeferral } from '#contract/donations.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { siteToday } from '#web/api/site-today.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { SectionDone } from '#web/components/section.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { NextDonationDay } from '#web/features/eligibility/next-donation.tsx';
import { importedDonationsQuery } from '#web/queries/imported-donations-query.ts';
import { ImportedOffer } from './imported-offer.tsx';
import { Milestone } from './milestone.tsx';
import { NoDonations } from './no-donations.tsx';
import { countDonations, findLastDonation, splitHistory } from './past.ts';
import { PrintedOn } from './printed-on.tsx';
import { Records } from './records.tsx';
import { ShareSection } from './share-section.tsx';

/** Shows the past appointments together with the imported donations, and asks about new ones of these. */
export function DonationHistory({ appointments }: { appointments: readonly Appointment[] }) {
  const { user } = useSession();
  const cache = useQueryClient();
  const query = useQuery(importedDonationsQuery(user?.uid));
  const [done, setDone] = useState<string>();
  // Wait for both lists, to avoid a layout shift, unless the server is unreachable.
  if (query.isPending && query.failureCount === 0)
    return (
      <div className="grid min-h-72 place-items-center">
        <Spinner label={t`Loading your donations`} />
      </div>
    );
  const { offered = [], accepted = [] } = query.data ?? {};
  const today = siteToday();
  const { past, next } = splitHistory(today, appointments, accepted);
  const reload = async (text: string) => {
    // The text takes the focus when it appears, so the previous one must go first.
    setDone(undefined);
    await cache.invalidateQueries({ queryKey: importedDonationsQuery(user?.uid).queryKey });
    setDone(text);
  };
  return (
    <>
      {query.error && !query.data && <LoadError name={t`Donations before this site`} query={query} />}
      {done && <SectionDone text={done} />}
      {offered.length > 0 && <ImportedOffer donations={offered} history={past} onDone={reload} />}
      {past.length === 0 ? (
        <NoDonations nextDay={next} />
      ) : (
        <>
          <PrintedOn day={today} />
          <Milestone {...countDonations(past)} />
          <NextDonationDay
            last={findLastDonation(past)}
            deferredUntil={findDeferral(appointments, today)}
            appointment={next}
          />
          <ShareSection count={countDonations(past).count} />
          <Records entries={past} onRemoved={reload} />
        </>
      )}
    </>
  );
}
