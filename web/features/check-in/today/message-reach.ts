import { plural, t } from '@lingui/core/macro';
import type { countDonorsOfDay } from '#contract/donor-messages.ts';
import type { ResponseOf } from '#contract/endpoint.ts';

type Reach = ResponseOf<typeof countDonorsOfDay> & { sendsEmail: boolean; isToday: boolean };

/** Says how many donors get the message, and how many must be called. */
export function describeReach({ emailed, toCall, sendsEmail, isToday }: Reach): string {
  const booked = emailed + toCall;
  if (booked === 0) return noDonorText(isToday);
  if (!sendsEmail) return plural(booked, { one: '# donor is booked.', other: '# donors are booked.' });
  return [
    emailed > 0 && plural(emailed, { one: '# donor gets it by email.', other: '# donors get it by email.' }),
    toCall > 0 && callText(toCall),
  ]
    .filter(Boolean)
    .join(' ');
}

export const callText = (count: number): string =>
  plural(count, {
    one: '# donor has no confirmed email address: please call.',
    other: '# donors have no confirmed email address: please call.',
  });

/**
 * Returns the text for an empty list of recipients. On the day itself, donors who have come are no longer
 * expected.
 */
export const noDonorText = (isToday: boolean): string =>
  isToday ? t`Nobody is expected any more today.` : t`Nobody is expected on this day.`;
