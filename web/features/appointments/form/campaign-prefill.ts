import { t } from '@lingui/core/macro';
import { type Day, isBookable, utcDay } from '#contract/days.ts';
import type { Prefill } from '#web/components/form-prefill.ts';
import { formatDay } from '#web/i18n/days.ts';

/** `center`: the donation center at which it is. `until`: its last day, if it has several. */
export type CampaignEvent = { title: string; place: string; center?: string; date: Day; until?: Day };

/** Creates the prefill of a campaign. Leaves out a date that cannot be booked, and says so in the note. */
export function createCampaignPrefill(
  { title, place: address, center: place = address, date: firstDay, until = firstDay }: CampaignEvent,
  now: number,
): Prefill {
  const today = utcDay(now);
  const day = firstDay < today && today <= until ? today : firstDay;
  const date = formatDay(day);
  if (!isBookable(day, now)) {
    return {
      center: place,
      note: t`${title} is on ${date}, which is not available. Choose another day.`,
    };
  }
  return { center: place, date: day, note: t`${title}: we filled in ${place} and ${date}.` };
}
