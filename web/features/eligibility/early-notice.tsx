import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { findDeferral, isPossibleDonation } from '#contract/donations.ts';
import { siteToday } from '#web/api/site-today.ts';
import { formatDay } from '#web/i18n/days.ts';
import { nextDonationDay } from './next-donation-day.ts';

/**
 * The reason why a day is probably too early to give blood. `from`: the first day that is no longer too
 * early. `last`: a donation that the center recorded (`given`), or only a past or future appointment.
 */
type EarlyReason =
  | { kind: 'deferred'; from: Day }
  | { kind: 'given' | 'past' | 'planned'; last: Day; from: Day };

/**
 * Returns why the day is probably too early, or undefined if it is not.
 * @param list all appointments of the donor
 */
export function findEarlyReason(
  day: Day,
  list: readonly Appointment[],
  today: Day = siteToday(),
): EarlyReason | undefined {
  const deferredUntil = findDeferral(list, today);
  if (deferredUntil && day < deferredUntil) return { kind: 'deferred', from: deferredUntil };
  const early = list
    .filter((appointment) => appointment.date < day && day < nextDonationDay(appointment.date))
    .filter((appointment) => isPossibleDonation(appointment) && !appointment.isClosed)
    .sort((one, other) => (one.date < other.date ? 1 : -1));
  const recorded = early.find(({ status }) => status === 'fulfilled');
  const last = (recorded ?? early[0])?.date;
  if (!last) return undefined;
  const kind = recorded ? 'given' : last < today ? 'past' : 'planned';
  return { kind, last, from: nextDonationDay(last) };
}

type Props = { day: Day; list: readonly Appointment[]; role?: 'status'; className?: string };

/** Says why a day is probably too early. Renders nothing if it is not. */
export function EarlyNotice({ day, list, role, className = '' }: Props) {
  const reason = findEarlyReason(day, list);
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
