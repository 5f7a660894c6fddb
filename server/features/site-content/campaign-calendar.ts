import { createEvent } from 'ics';
import type { InLanguage } from '#contract/content-texts.ts';
import type { Day } from '#contract/days.ts';
import { itemPath } from '#contract/site.ts';
import type { ItemContent } from '#contract/site-content.ts';
import { wholeDays } from '#server/i18n/calendar-days.ts';
import { foldLines } from '#server/i18n/calendar-lines.ts';

type Options = {
  publicUrl: string;
  /** The name of the site, and its email address if it has one. */
  organizer: { name: string; email?: string };
  /** Where the campaign is. */
  place: string;
};

/**
 * Returns a campaign as an iCalendar file. The event lasts whole days, because its hours are in the words of the
 * owner.
 * @throws Error if the library rejects the event
 */
export function toCampaignCalendar(
  {
    id,
    slug,
    title,
    detail,
    date,
    from = '',
    until = from,
    time,
  }: InLanguage<ItemContent<'campaign'>> & { id: string },
  { publicUrl, organizer, place }: Options,
): string {
  const { error, value } = createEvent({
    uid: `${id}@${new URL(publicUrl).hostname}`,
    productId: 'blood-buddies',
    title: time ? `${title} (${time})` : title,
    description: detail,
    location: place,
    url: publicUrl + itemPath('campaign', slug),
    // An organizer without an address would be invalid.
    // iCalendar cannot write a quotation mark in a name.
    ...(organizer.email && {
      organizer: { name: organizer.name.replaceAll('"', "'"), email: organizer.email },
    }),
    ...wholeDays((date ?? from) as Day, (date ?? until) as Day),
    calName: organizer.name,
  });
  if (!value) throw error ?? new Error('The calendar file is empty.');
  return foldLines(value);
}
