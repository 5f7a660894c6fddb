import { t } from '@lingui/core/macro';
import type { Day } from '#contract/days.ts';
import { logoAddress } from '#contract/logo.ts';
import { itemPath } from '#contract/site.ts';
import { basePath } from '#web/i18n/language.ts';
import type { Campaign } from './campaign-list.ts';

/**
 * Describes the community and its campaigns as schema.org data. `site` is the public URL without trailing
 * slash.
 */
export function describeCommunity(
  site: string,
  name: string,
  campaigns: readonly Campaign[],
  { description, logo }: { description?: string | undefined; logo?: string | undefined } = {},
): object {
  const community = {
    '@type': 'NGO',
    '@id': `${site}/#community`,
    name,
    url: site + (basePath || '/'),
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...community,
        description: description ?? t`A community of blood donors that has helped people for 40 years.`,
        logo: logo ? logoAddress(logo, 'icon-512') : `${site}/icon-512.png`,
        image: logo ? logoAddress(logo, 'share') : `${site}/sharing/community.jpg`,
        slogan: t`Donate blood, save life`,
      },
      {
        '@type': 'WebSite',
        '@id': `${site}/#site`,
        name,
        url: site + (basePath || '/'),
        publisher: reference(community),
      },
      ...campaigns.map((campaign) => describeCampaign(site, campaign, reference(community))),
    ],
  };
}

/** Describes a campaign as a schema.org event, without its context. */
export function describeCampaign(site: string, campaign: Campaign, community: object): object {
  const { date, until: lastDay = date, time = '' } = campaign;
  const [from, until] = time.split(' - ');
  const path = campaign.slug ? itemPath('campaign', campaign.slug) : '';
  const url = site + (basePath + path || '/');
  return {
    '@type': 'Event',
    '@id': campaign.slug ? url : `${site}/#${campaign._id}`,
    name: campaign.title,
    description: campaign.detail,
    startDate: toLocalDateTime(date, from),
    endDate: toLocalDateTime(lastDay, until),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: true,
    location: { '@type': 'Place', name: campaign.place, address: campaign.place },
    image: campaign.picture ?? `${site}/sharing/community.jpg`,
    url,
    organizer: community,
  };
}

const reference = (entity: { '@id': string }) => ({ '@id': entity['@id'] });

/**
 * Converts a day and `9:00 am` to `2026-12-05T09:00`, the local time of the campaign. Returns the day alone for
 * a time in other words.
 */
function toLocalDateTime(day: Day, time = ''): string {
  const [, hour, minute, period] = /^(\d{1,2}):(\d{2}) (am|pm)$/.exec(time) ?? [];
  if (!hour) return day;
  const hours = (Number(hour) % 12) + (period === 'pm' ? 12 : 0);
  return `${day}T${String(hours).padStart(2, '0')}:${minute}`;
}
