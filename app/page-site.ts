import type { Center } from '#contract/centers.ts';
import { landingSections } from '#contract/content-groups.ts';
import { type InLanguage, onPage } from '#contract/content-texts.ts';
import type { Day } from '#contract/days.ts';
import type { DonationWaits } from '#contract/donation-waits.ts';
import { figuresOf } from '#contract/eligibility-figures.ts';
import { type Language, locale } from '#contract/languages.ts';
import { legalSlugs } from '#contract/legal-pages.ts';
import { formatPrice } from '#contract/money.ts';
import type { ContentKind, ItemContent, LandingField, SiteContent } from '#contract/site-content.ts';
import type { RecordCounts } from '#server/features/site-content/records-repository.ts';
import { findExampleNumber } from '#server/integrations/phone-numbers.ts';
import type { PageCampaign, PageLink, PageSite } from '#web/before-react/page-data.ts';

// Every page contains this data, at most 8 KiB of it: the HTML alone shows the rest of the owner's content.

/** Maximum number of campaigns in a page, and their size in characters of JSON. */
const MAX_CAMPAIGNS = 12;
const MAX_CAMPAIGNS_LENGTH = 2400;
/** Characters of a campaign's detail beside the other campaigns. Its own page has the rest. */
const MAX_DETAIL_LENGTH = 160;
/** Size of the footer's links in characters of JSON. */
const MAX_LINKS_LENGTH = 1200;

/** Size of the pages in the menu in characters of JSON: about ten. */
const MAX_MENU_LENGTH = 700;

type PublishedContent = Pick<
  SiteContent,
  | 'identity'
  | 'contact'
  | 'fee'
  | 'region'
  | 'eligibility'
  | 'counters'
  | 'campaign'
  | 'links'
  | 'landing'
  | 'page'
>;

type Facts = {
  /** Today in the site's time zone. Campaigns that are over are left out. */
  today: Day;
  /** The donation centers. */
  centers: readonly Pick<Center, '_id' | 'name'>[];
  counts: RecordCounts;
  /** The width of the logo divided by its height. */
  logoRatio?: number | undefined;
  /** The languages of the pages. */
  languages: readonly Language[];
  published?: readonly ContentKind[];
};

/** Returns what all pages show of the content, in one language. */
export function toPageSite(
  content: PublishedContent,
  language: Language,
  { today, centers, counts, logoRatio = 1, languages, published = [] }: Facts,
): PageSite {
  const { identity, contact, fee, region, counters, campaign, links, landing, page } = onPage(
    content,
    language,
    content.region.languages,
  );
  const legalPages = legalSlugs.flatMap((slug) => page.find((one) => one.slug === slug) ?? []);
  const menu = page.filter(({ inMenu }) => inMenu).map(toPageLink);
  return {
    name: identity.name,
    ...(published.includes('identity') && identity.description && { description: identity.description }),
    ...(identity.logo && { logo: { src: identity.logo, ratio: logoRatio } }),
    contact: {
      ...(contact.email && { email: contact.email }),
      ...(contact.whatsapp && { whatsapp: contact.whatsapp }),
    },
    published,
    languages,
    fee: fee && {
      ...fee,
      price: formatPrice(fee.amount, fee.currency, locale[language]),
    },
    ...(region.country !== null && { phones: describePhones(region.country) }),
    weekStart: region.weekStart,
    counters: counters.map((counter) => ({
      label: counter.label,
      ...(counter.lang && { lang: counter.lang }),
      value: 'source' in counter ? (counts[counter.source] ?? 0) : counter.value,
    })),
    ...(campaign.length > 0 && { campaigns: nextCampaigns() }),
    ...(hasLink(links) && { links: limitLinks(links) }),
    legalPages: legalPages.map(toPageLink),
    ...(centers.length > 0 && { hasCenters: true }),
    ...(menu.length > 0 && { menu: firstItems(menu, MAX_MENU_LENGTH) }),
    ...(published.includes('eligibility') && describeEligibility(content.eligibility)),
    ...(published.includes('landing') && { landing: describeLanding(landing) }),
  };

  function nextCampaigns() {
    const next = campaign
      .map((item) => toPageCampaign(item, centers))
      .filter(({ date, until = date }) => until >= today)
      .map((one) => ({ ...one, detail: shorten(one.detail, MAX_DETAIL_LENGTH) }))
      .sort((one, other) => one.date.localeCompare(other.date))
      .slice(0, MAX_CAMPAIGNS);
    return firstItems(next, MAX_CAMPAIGNS_LENGTH);
  }
}

/** Returns how a page is named where it is linked or shown. */
export const toPageLink = ({ slug, title, lang }: PageLink): PageLink => ({
  slug,
  title,
  ...(lang && { lang }),
});

/** Returns a campaign for a page. `centers`: the site's donation centers. */
export function toPageCampaign(
  {
    id,
    date,
    from = '',
    until = from,
    centerId,
    place,
    ...texts
  }: InLanguage<ItemContent<'campaign'>> & { id: string },
  centers: Facts['centers'],
): PageCampaign {
  const center = centers.find(({ _id }) => _id === centerId)?.name;
  return {
    ...texts,
    _id: id,
    date: (date ?? from) as Day,
    ...(!date && until !== from && { until: until as Day }),
    place: place ?? center ?? '',
    ...(center ? { center } : centers.length > 0 && { isWithoutStaff: true }),
  };
}

type Links = InLanguage<SiteContent['links']>;

const hasLink = ({ social = {}, footer = {} }: Links): boolean =>
  Object.values(social).some(Boolean) || Object.values(footer).some((list) => list && list.length > 0);

/** Returns the links without those that exceed MAX_LINKS_LENGTH. */
function limitLinks({ social = {}, footer = {} }: Links): Links {
  const listed = Object.entries(footer).flatMap(([column, list = []]) =>
    list.map((link) => ({ column, link })),
  );
  const columns = Map.groupBy(firstItems(listed, MAX_LINKS_LENGTH), ({ column }) => column);
  const entries = [...columns].map(([column, list]) => [column, list.map(({ link }) => link)]);
  return {
    social: Object.fromEntries(firstItems(Object.entries(social), MAX_LINKS_LENGTH)),
    footer: Object.fromEntries(entries),
  };
}

function describeLanding({
  order = [],
  hidden = [],
  texts = {},
}: InLanguage<SiteContent['landing']>): NonNullable<PageSite['landing']> {
  const fields: LandingField[] = ['title', 'detail', 'picture'];
  return {
    sections: [...new Set([...order, ...landingSections])].filter((section) => !hidden.includes(section)),
    own: landingSections.flatMap((section) =>
      fields.filter((field) => texts[section]?.[field]).map((field) => `${section}.${field}` as const),
    ),
  };
}

/** Returns the text in one line, cut at a number of characters. */
export function shorten(text: string, maxLength: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  if (characters.length <= maxLength) return characters.join('');
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
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

const describeEligibility = ({ rules, waits = {} }: SiteContent['eligibility']) => ({
  eligibility: figuresOf(rules),
  ...(Object.keys(waits).length > 0 && { donationWaits: waits as DonationWaits }),
});
