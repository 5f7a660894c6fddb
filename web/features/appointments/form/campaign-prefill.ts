import { t } from '@lingui/core/macro';
import { type Day, isBookable } from '#contract/days.ts';
import type { Prefill } from '#web/components/form-prefill.ts';
import { formatDay } from '#web/i18n/days.ts';

export type CampaignEvent = { title: string; place: string; date: Day };

/** Creates the prefill of a campaign. Leaves out a date that cannot be booked, and says so in the note. */
export function createCampaignPrefill({ title, place, date: day }: CampaignEvent, now: number): Prefill {
  const date = formatDay(day);
  if (!isBookable(day, now)) {
    return {
      center: place,
      note: t`${title} is on ${date}, which is not available. Choose another day.`,
    };
  }
  return { center: place, date: day, note: t`${title}: we filled in ${place} and ${date}.` };
}
