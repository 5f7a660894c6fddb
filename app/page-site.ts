import type { Center } from '#contract/centers.ts';
import { inLanguage } from '#contract/content-texts.ts';
import type { Day } from '#contract/days.ts';
import { type Language, locale } from '#contract/languages.ts';
import { formatPrice } from '#contract/money.ts';
import type { SiteContent } from '#contract/site-content.ts';
import type { RecordCounts } from '#server/features/site-content/records-repository.ts';
import { findExampleNumber } from '#server/integrations/phone-numbers.ts';
import type { PageSite } from '#web/before-react/page-data.ts';

/** Maximum number of campaigns in a page, and their size in characters of JSON. */
const MAX_CAMPAIGNS = 12;
const MAX_CAMPAIGNS_LENGTH = 8000;

type PublishedContent = Pick<
  SiteContent,
  'identity' | 'contact' | 'fee' | 'region' | 'counters' | 'campaign'
>;

type Facts = {
  /** Today in the site's time zone. Campaigns that are over are left out. */
  today: Day;
  /** The names of the donation centers, for campaigns that take place at one. */
  centers: readonly Pick<Center, '_id' | 'name'>[];
  counts: RecordCounts;
  hasOwnContact?: boolean;
};

/** Returns what the pages show of the owner's content, in one language. */
export function toPageSite(
  content: PublishedContent,
  language: string,
  { today, centers, counts, hasOwnContact = false }: Facts,
): PageSite {
  const { identity, contact, fee, region, counters, campaign } = inLanguage(content, language);
  return {
    name: identity.name,
    ...(identity.shortName && { shortName: identity.shortName }),
    ...(identity.description && { description: identity.description }),
    contact,
    hasOwnContact,
    fee: fee && {
      ...fee,
      price: formatPrice(
        fee.amount,
        fee.currency,
        language in locale ? locale[language as Language] : language,
      ),
    },
    ...(region.country !== null && { phones: describePhones(region.country) }),
    weekStart: region.weekStart,
    counters: counters.map((counter) => ({
      label: counter.label,
      value: 'source' in counter ? (counts[counter.source] ?? 0) : counter.value,
    })),
    ...(campaign.length > 0 && { campaigns: nextCampaigns() }),
  };

  function nextCampaigns() {
    const next = campaign
      .map(({ id, slug: _, date, from = '', until = from, centerId, place, ...texts }) => ({
        ...texts,
        _id: id,
        date: (date ?? from) as Day,
        ...(!date && until !== from && { until: until as Day }),
        place: place ?? centers.find(({ _id }) => _id === centerId)?.name ?? '',
      }))
      .filter(({ date, until = date }) => until >= today)
      .sort((one, other) => one.date.localeCompare(other.date))
      .slice(0, MAX_CAMPAIGNS);
    return firstItems(next, MAX_CAMPAIGNS_LENGTH);
  }
}

function describePhones(country: string): PageSite['phones'] {
  const example = findExampleNumber(country);
  return example === undefined ? {} : { example };
}

/** Returns the first items of a list, at most `maxLength` characters of JSON. */
export function firstItems<Item>(items: readonly Item[], maxLength: number): readonly Item[] {
  let length = 0;
  const end = items.findIndex((item) => {
    length += JSON.stringify(item).length;
    return length > maxLength;
  });
  return end === -1 ? items : items.slice(0, end);
}
