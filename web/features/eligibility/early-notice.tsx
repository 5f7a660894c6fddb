import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { mayBeDonation } from '#contract/donations.ts';
import { formatDay, siteToday } from '#web/i18n/days.ts';
import { nextDonationDay } from './next-donation-day.ts';

type Props = { appointment: Appointment; list: readonly Appointment[]; className?: string };

/** Says that an appointment is probably too early after the one before it. Renders nothing if it is not. */
export function EarlyNotice({ appointment, list, className = '' }: Props) {
  const previous = list
    .filter((each) => each.date < appointment.date && mayBeDonation(each))
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .at(-1);
  if (!previous || appointment.date >= nextDonationDay(previous.date)) return null;
  const day = formatDay(previous.date);
  const again = formatDay(nextDonationDay(previous.date));
  return (
    <p className={`border-s-4 border-warn ps-3 ${className}`}>
      {previous.date < siteToday() || previous.status === 'fulfilled'
        ? t`If you gave blood on ${day}, you can probably give again from ${again}. Ask the center before you go.`
        : t`If you give blood on ${day}, you can probably give again from ${again}. Ask the center before you go.`}
    </p>
  );
}
