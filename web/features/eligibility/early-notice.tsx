import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { findDeferral, isInHistory, isPossibleDonation, omitRecordedDays } from '#contract/donations.ts';
import { useQuery } from '#web/api/queries.ts';
import { siteToday } from '#web/api/site-today.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { importedDonationsQuery } from '#web/queries/imported-donations-query.ts';
import { nextDonationDay } from './next-donation-day.ts';

/**
 * The reason why a day is probably too early to give blood. `from`: the first day that is no longer too
 * early. `last`: a donation that the center recorded (`given`), or only a past or future appointment.
 */
type EarlyReason =
  | { kind: 'deferred'; from: Day }
  | { kind: 'given' | 'past' | 'planned'; last: Day; from: Day };

type PossibleDonation = Pick<Appointment, 'date' | 'status' | 'isClosed' | 'deferredUntil'>;

/**
 * Returns why the day is probably too early, or undefined if it is not.
 * @param list all appointments and imported donations of the donor
 */
export function findEarlyReason(
  day: Day,
  list: readonly PossibleDonation[],
  today: Day = siteToday(),
): EarlyReason | undefined {
  const deferredUntil = findDeferral(list, today);
  if (deferredUntil && day < deferredUntil) return { kind: 'deferred', from: deferredUntil };
  const early = list
    .filter((appointment) => appointment.date < day && day < nextDonationDay(appointment.date))
    .filter((appointment) => isPossibleDonation(appointment) && !appointment.isClosed)
    .sort((one, other) => (one.date < other.date ? 1 : -1));
  const isGiven = ({ status }: PossibleDonation) => status === 'fulfilled';
  // A recorded donation counts for each later day, whatever is booked in between.
  const [found] = early.some(isGiven)
    ? early.filter((donation) => isGiven(donation) || donation.date < today)
    : early;
  if (!found) return undefined;
  const kind = isGiven(found) ? 'given' : found.date < today ? 'past' : 'planned';
  return { kind, last: found.date, from: nextDonationDay(found.date) };
}

/** Like `findEarlyReason`, with the imported donations of the signed-in member. */
export function useEarlyReason(day: Day, list: readonly Appointment[]): EarlyReason | undefined {
  const { user } = useSession();
  const { data } = useQuery(importedDonationsQuery(user?.uid));
  const past = list.filter((appointment) => isInHistory(appointment, siteToday()));
  return findEarlyReason(day, [...list, ...omitRecordedDays(data?.accepted ?? [], past)]);
}

type Props = { day: Day; list: readonly Appointment[]; role?: 'status'; className?: string };

/** Says why a day is probably too early. Renders nothing if it is not. */
export function EarlyNotice({ day, list, role, className = '' }: Props) {
  const reason = useEarlyReason(day, list);
  if (!reason) return null;
  return (
    <p role={role} className={`border-s-4 border-warn ps-3 ${className}`}>
      {reasonText(reason)}
    </p>
  );
}

function reasonText(reason: EarlyReason): string {
  const from = formatDay(reason.from);
  if (reason.kind === 'deferred')
    return t`The donation center asked you to wait until ${from}. Ask the center before you go.`;
  const last = formatDay(reason.last);
  const texts = {
    given: t`You gave blood on ${last}. You can probably give again from ${from}. Ask the center before you go.`,
    past: t`If you gave blood on ${last}, you can probably give again from ${from}. Ask the center before you go.`,
    planned: t`If you give blood on ${last}, you can probably give again from ${from}. Ask the center before you go.`,
  };
  return texts[reason.kind];
}
