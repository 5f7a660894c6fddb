import type { Center } from '#contract/centers.ts';
import type { PublicConfig } from '#contract/config.ts';
import type { InLanguage } from '#contract/content-texts.ts';
import type { Day } from '#contract/days.ts';
import type { Photo } from '#contract/photos.ts';
import type { Review } from '#contract/reviews.ts';
import type { SiteGroups } from '#contract/site-content.ts';

/** A campaign of the owner. `until`: its last day, if it has several. */
export type PageCampaign = {
  _id: string;
  title: string;
  detail: string;
  picture?: string;
  alt?: string;
  date: Day;
  until?: Day;
  time?: string;
  place: string;
};

/** What the pages show of the owner's content, in the language of the page. */
export type PageSite = {
  name: string;
  shortName?: string;
  description?: string;
  contact: InLanguage<SiteGroups['contact']>;
  /** Whether the owner has published how to contact the site. */
  hasOwnContact: boolean;
  /**
   * What a new appointment costs, in the smallest unit of the currency, and the same as text, such as `$5`.
   * Null if it costs nothing.
   */
  fee: { amount: number; currency: string; price: string } | null;
  /** Whether phone numbers follow the rules of a country, and one as people there write it. */
  phones?: { example?: string };
  /** The first day of the week. 1: Monday, 7: Sunday. */
  weekStart: number;
  counters: { label: string; value: number }[];
  /** The next campaigns. Absent if the owner has published none. */
  campaigns?: readonly PageCampaign[];
};

/** What the server tells a page: it renders the page with this data, and the browser hydrates with it. */
export type PageData = {
  /** The path that was rendered. Addresses such as those of unknown pages share one. */
  path: string;
  publicUrl: string;
  config: PublicConfig;
  site: PageSite;
  /** The first items of the lists that the page shows. */
  lists: { reviews?: readonly Review[]; photos?: readonly Photo[]; centers?: readonly Center[] };
  /** The center that the page is about. */
  center?: Center;
  /** schema.org data of the center's clinics, for search engines. Only the server has it. */
  events?: readonly object[];
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
  current ??= readPageData();
  return current;
}

export const siteName = (): string => pageData().site.name;

function readPageData(): PageData {
  const text = globalThis.document?.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) throw new Error('The page has no data.');
  return JSON.parse(text);
}
