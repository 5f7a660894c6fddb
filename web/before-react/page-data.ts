import type { PublicRequest } from '#contract/blood-requests.ts';
import type { Center, ListedCenter, NextDays } from '#contract/centers.ts';
import type { PublicConfig } from '#contract/config.ts';
import type { InLanguage } from '#contract/content-texts.ts';
import type { Day } from '#contract/days.ts';
import type { listDistricts } from '#contract/districts.ts';
import type { DonationWaits } from '#contract/donation-waits.ts';
import type { EligibilityFigures } from '#contract/eligibility-figures.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/languages.ts';
import { type LogoForm, logoAddress } from '#contract/logo.ts';
import type { Need } from '#contract/needs.ts';
import type { Photo } from '#contract/photos.ts';
import type { Review } from '#contract/reviews.ts';
import type {
  ContentKind,
  ItemContent,
  LandingField,
  LandingSection,
  SiteContent,
  SiteGroups,
} from '#contract/site-content.ts';

/** A campaign of the owner. `until`: its last day, if it has several. */
export type PageCampaign = {
  _id: string;
  /** Absent if the campaign has no page of its own. */
  slug?: string;
  title: string;
  detail: string;
  picture?: string;
  alt?: string;
  /** The language of the texts if it differs from the page's. */
  lang?: string;
  date: Day;
  until?: Day;
  time?: string;
  place: string;
  /** The donation center at which it is. */
  center?: string;
  /** It is at no center, but the site has centers: staff would not see an appointment there. */
  isWithoutStaff?: boolean;
  isOver?: boolean;
};

/** A text or picture of the landing page, such as `join.title`. */
export type LandingPart = `${LandingSection}.${LandingField}`;
export type { LandingSection };

/** A free page. `lang`: the language of its title if it differs from the page's. */
export type PageLink = { slug: string; title: string; lang?: string };

/** What all pages show of the owner's content, in the language of the page. */
export type PageSite = {
  name: string;
  /** Absent if the owner has not published one. */
  description?: string;
  /** The owner's logo, and its width divided by its height. */
  logo?: { src: string; ratio: number };
  contact: Pick<InLanguage<SiteGroups['contact']>, 'email' | 'whatsapp'>;
  /** The kinds of content of which the owner has published something. */
  published: readonly ContentKind[];
  /** The languages of the pages, the most important one first. */
  languages: readonly Language[];
  /** The site has donation centers. */
  hasCenters?: boolean;
  /**
   * What a new appointment costs, in the smallest unit of the currency, and the same as text, such as `$5`.
   * Null if it costs nothing.
   */
  fee: { amount: number; currency: string; price: string } | null;
  /** Whether phone numbers follow the rules of a country, and one as people there write it. */
  phones?: { example?: string };
  /** The first day of the week. 1: Monday, 7: Sunday. */
  weekStart: number;
  counters: { label: string; lang?: string; value: number }[];
  /** The numbers in the rules of who can give blood. Absent if the owner has published none. */
  eligibility?: EligibilityFigures;
  /** Absent if the owner has published no days by kind of donation and sex. */
  donationWaits?: DonationWaits;
  /** The next campaigns. Absent if the owner has published none. */
  campaigns?: readonly PageCampaign[];
  /** The owner's links in the footer. Absent until the owner has published one. */
  links?: InLanguage<SiteGroups['links']>;
  /** The published legal pages. */
  legalPages: readonly PageLink[];
  /** The free pages in the menu. Absent if there are none. */
  menu?: readonly PageLink[];
  /** Absent if the owner has not changed the landing page. */
  landing?: {
    /** The visible sections in order. */
    sections: readonly LandingSection[];
    /** The texts and pictures that replace ours. */
    own: readonly LandingPart[];
  };
};

/** The post, campaign or free page that a page is about. */
export type PageItem = {
  slug: string;
  title: string;
  /** The language of the texts if it differs from the page's. */
  lang?: string;
  /** For search engines and link previews. */
  description: string;
  picture?: string;
  alt?: string;
  campaign?: PageCampaign;
};

/** What only the server has, because hydration keeps the HTML that shows it (components/server-content.tsx). */
export type ServerOnlyData = {
  content: InLanguage<SiteContent>;
  post?: InLanguage<ItemContent<'post'>>;
  /** HTML of a post or free page, with only what server/features/site-content/markdown.ts allows. */
  body?: string;
  /** The text of a campaign. */
  detail?: string;
  /** Which blood is low or urgently needed, on the landing page. */
  needs?: readonly Need[];
};

/** What the server tells a page: it renders the page with this data, and the browser hydrates with it. */
export type PageData = {
  /** The path that was rendered. Addresses such as those of unknown pages share one. */
  path: string;
  publicUrl: string;
  config: PublicConfig;
  site: PageSite;
  /** The first items of the lists that the page shows. */
  lists: {
    reviews?: readonly Review[];
    photos?: readonly Photo[];
    centers?: readonly ListedCenter[];
    requests?: readonly PublicRequest[];
    districts?: ResponseOf<typeof listDistricts>;
  };
  /** The next free days of all centers, on the landing page. */
  nextDays?: NextDays;
  /** The center that the page is about. */
  center?: Center;
  /** The request for blood that the page is about. */
  request?: PublicRequest;
  /** schema.org data of the center's clinics, for search engines. Only the server has it. */
  events?: readonly object[];
  item?: PageItem;
  server?: ServerOnlyData;
};

/** Element id of the data in the page. */
export const PAGE_DATA_ID = 'page-data';

let current: PageData | undefined;

/** Sets the data of the page that the server renders next. */
export function setPageData(data: PageData): void {
  current = data;
}

/** Returns the data of the page: on the server the page that it renders, in the browser the one it loaded. */
export function pageData(): PageData {
  current ??= readPageData(document);
  return current;
}

export const siteName = (): string => pageData().site.name;

/** Returns the address of what is drawn from the owner's logo, if there is one. */
export function ownerLogo(form: LogoForm): string | undefined {
  const { logo } = pageData().site;
  return logo && logoAddress(logo.src, form);
}

/** Returns whether the owner has published content of this kind. */
export const isPublished = (kind: ContentKind): boolean => pageData().site.published.includes(kind);

/** Returns what only the server has. Call it only where `import.meta.env.SSR` is true. */
export function serverData(): ServerOnlyData {
  const { server } = pageData();
  if (!server) throw new Error('Only the server has this data.');
  return server;
}

/** Returns the data in the document of a page. */
export function readPageData(page: Document): PageData {
  const text = page.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) throw new Error('The page has no data.');
  return JSON.parse(text);
}
