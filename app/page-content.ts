import type { PublicRequest } from '#contract/blood-requests.ts';
import type { Center, NextDays } from '#contract/centers.ts';
import type { PublicConfig } from '#contract/config.ts';
import { onPage } from '#contract/content-texts.ts';
import { utcDay } from '#contract/days.ts';
import { type Language, languageBase } from '#contract/languages.ts';
import { logoAddress } from '#contract/logo.ts';
import { examplePath, findItemPage, type ItemPage, itemPages, itemPath } from '#contract/site.ts';
import { itemKindNames, type SiteContent, type SiteItems } from '#contract/site-content.ts';
import { isCenterId } from '#contract/staff-access.ts';
import type { ListVersions } from '#platform/database/list-versions.ts';
import type { Redirect } from '#platform/http/site.ts';
import { withTimeout } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import { findPublicRequest, listRequests, readDistricts } from '#server/features/blood-requests/public.ts';
import {
  describeNextDays,
  findCenter,
  listCenterNames,
  listWithNextFree,
} from '#server/features/centers/rules.ts';
import { describeCenter } from '#server/features/centers/structured-data.ts';
import { readNeeds } from '#server/features/needs/rules.ts';
import { listPhotos } from '#server/features/photos/repository.ts';
import { toPhoto } from '#server/features/photos/serialize.ts';
import { listPublicReviews } from '#server/features/reviews/rules.ts';
import { countRecords } from '#server/features/site-content/records-repository.ts';
import {
  findFormerOwner,
  listPublishedKinds,
  readSiteContent,
  shownLanguages,
} from '#server/features/site-content/rules.ts';
import { dayAt } from '#server/features/site-content/serialize.ts';
import { toInternational } from '#server/integrations/phone-numbers.ts';
import type { PageData, ServerOnlyData } from '#web/before-react/page-data.ts';
import { joinPath, languageOf, splitPath } from './find-page.ts';
import { describeItem } from './page-item.ts';
import { firstItems, toPageSite } from './page-site.ts';

/** The public lists that pages show. */
type Lists = Required<PageData['lists'] & Pick<ServerOnlyData, 'needs'>>;

/** The lists of each page, keyed by its path. */
const listsOfPages: Record<string, readonly (keyof Lists)[]> = {
  '/': ['reviews', 'photos', 'needs'],
  '/home': ['reviews', 'photos', 'needs'],
  '/centers': ['centers'],
  '/requests': ['requests', 'districts'],
  '/requests/new': ['districts'],
};

/** The list whose version changes with a page's content. Districts are part of the content. */
const versionsOf: Record<keyof Lists, string[]> = {
  reviews: ['reviews'],
  photos: ['photos'],
  centers: ['centers'],
  requests: ['requests'],
  needs: ['needs'],
  districts: [],
};

const centerPage = /^\/centers\/([^/]+)$/;
const requestPage = /^\/requests\/(?!new$)([^/]+)$/;

/** The number of photos on the landing page. */
const PHOTO_COUNT = 11;

/**
 * Maximum size of each list in a page, in characters of JSON: 8,000 on each page. The browser loads the whole
 * list after its start.
 */
const maxLengths: Record<keyof Lists, number> = {
  ...{ reviews: 3000, photos: 5000, needs: 1000 },
  ...{ centers: 8000, requests: 4000, districts: 8000 },
};

/** What a page shows of the owner's content. */
type Owned = Pick<PageData, 'site' | 'item'> & { server: ServerOnlyData };

/** Maximum time to wait for the database. A page is then rendered without its content, which the browser loads. */
const MAX_WAIT_MS = 1000;

export type PageContent = ReturnType<typeof createPageContent>;

/** Reads what public pages show. Paths are without a language's prefix. */
export function createPageContent(core: Core, versions: Pick<ListVersions, 'current'>, config: PublicConfig) {
  const { db, clock, features, images, contentImages, publicUrl, siteName, log } = core;
  const firstPhotos = async (limit: number) =>
    (await listPhotos(db, { limit })).map((row) => toPhoto({ images }, row));
  const hasRequests = features.includes('requests');
  const readers: { [Name in keyof Lists]: (language: Language) => Promise<Lists[Name]> } = {
    reviews: () => listPublicReviews(core),
    photos: () => firstPhotos(PHOTO_COUNT),
    requests: () => listRequests(core, {}),
    districts: (language) => readDistricts(core, language),
    // The home page shows nothing of the other levels.
    needs: async () =>
      hasRequests ? (await readNeeds(core)).filter(({ level }) => level === 'low' || level === 'urgent') : [],
    centers: async () =>
      (await listWithNextFree(core)).map(({ _id, name, address, timeZone, mapUrl, nextFree }) => ({
        ...{ _id, name, address, timeZone },
        ...(mapUrl && { mapUrl }),
        ...(nextFree && { nextFree }),
      })),
  };

  /** Returns what `reading` resolves to, or undefined while the database fails or does not respond. */
  const orUndefined = <Result>(reading: Promise<Result>): Promise<Result | undefined> =>
    withTimeout(MAX_WAIT_MS, reading).catch((error: unknown) => {
      log.warn({ err: error }, 'a page is rendered without its content');
      return undefined;
    });

  const readDefaults = () => ({
    ...core.siteDefaults,
    ...(Object.fromEntries(itemKindNames.map((kind) => [kind, []])) as unknown as SiteItems),
  });

  const languagesOf = ({ region }: Pick<SiteContent, 'region'>) => shownLanguages(core, region);

  async function describeOwned(language: Language, path: string, stored: SiteContent): Promise<Owned> {
    const content = { ...stored, contact: withInternationalNumbers(stored) };
    const names = features.includes('staff') ? await listCenterNames(db) : new Map<string, string>();
    const centers = [...names].map(([_id, name]) => ({ _id, name }));
    const today = dayAt(clock(), content.region.timeZone);
    const published = listPublishedKinds(stored, core.siteDefaults);
    const counts = await countRecords(db, content.counters);
    const logoRatio = await readRatio(content.identity.logo);
    const { item, ...rest } = describeItem(content, {
      ...findItemPage(path),
      language,
      today,
      centers,
      publicUrl,
    });
    return {
      site: toPageSite(content, language, {
        today,
        centers,
        counts,
        logoRatio,
        published,
        languages: languagesOf(content),
      }),
      ...(item && { item }),
      server: { content: onPage(content, language, content.region.languages), ...rest },
    };
  }

  /** Returns the width of a picture divided by its height, or undefined if the image host does not respond. */
  async function readRatio(picture: string | undefined): Promise<number | undefined> {
    const { width, height } = (picture && (await orUndefined(contentImages.describe(picture)))) || {};
    return width && height ? width / height : undefined;
  }

  async function isMissingCenter(id: string): Promise<boolean> {
    if (!isCenterId(id)) return true;
    return (await orUndefined(findCenter(core, id).then((center) => center === undefined))) ?? false;
  }

  /** Only its owner sees a request that is not public, and the browser loads it. */
  async function isMissingRequest(id: string): Promise<boolean> {
    if (!isCenterId(id)) return true;
    return (await orUndefined(findPublicRequest(db, id).then((request) => request === undefined))) ?? false;
  }

  async function isMissingItem({ kind, slug }: ItemPage) {
    const content = await orUndefined(readSiteContent(core));
    return content?.[kind].every((item) => item.slug !== slug) ?? false;
  }

  async function readList(name: keyof Lists, language: Language): Promise<Partial<Lists>> {
    const items = await orUndefined<readonly unknown[]>(readers[name](language));
    return items ? { [name]: firstItems(items, maxLengths[name]) } : {};
  }

  return {
    config,
    /** Returns what a page shows of this content. */
    describeOwned,
    /** Returns what a page shows of the owner's content: the default while the database fails. */
    async readOwned(language: Language, path: string): Promise<Owned> {
      const owned = await orUndefined(
        readSiteContent(core).then((content) => describeOwned(language, path, content)),
      );
      if (owned) return owned;
      const defaults = readDefaults();
      return {
        site: toPageSite(defaults, language, {
          today: utcDay(clock()),
          centers: [],
          counts: {},
          languages: languagesOf(defaults),
        }),
        server: { content: onPage(defaults, language, defaults.region.languages) },
      };
    },
    /** Returns the next free days of all centers, for the pages that show them. */
    async readNextDays(path: string): Promise<{ nextDays?: NextDays }> {
      if (!features.includes('staff') || !(path === '/' || path === '/home')) return {};
      const nextDays = await orUndefined(describeNextDays(core));
      return nextDays ? { nextDays } : {};
    },
    /** Returns the first items of the lists that a page shows. */
    async readLists(language: Language, path: string): Promise<Partial<Lists>> {
      const names = requestPage.test(path) ? (['districts'] as const) : (listsOfPages[path] ?? []);
      const lists = await Promise.all(names.map((name) => readList(name, language)));
      return Object.assign({}, ...lists);
    },
    /**
     * Returns the path to render instead of one that is about a center or an item that is known not to exist.
     * All of a kind share one.
     */
    async findMissing(path: string): Promise<string | undefined> {
      const [, requestId] = requestPage.exec(path) ?? [];
      if (requestId !== undefined)
        return (await isMissingRequest(requestId)) ? examplePath('/requests/:id') : undefined;
      const [, id] = centerPage.exec(path) ?? [];
      const page = findItemPage(path);
      if (id === undefined && !page) return undefined;
      const isMissing = page ? isMissingItem(page) : isMissingCenter(id ?? '');
      if (!(await isMissing)) return undefined;
      return examplePath(page ? itemPages[page.kind] : '/centers/:id');
    },
    /** Returns where an address leads whose language the site does not show, or whose item has another one now. */
    async findRedirect(address: string): Promise<Redirect | undefined> {
      const content = await orUndefined(readSiteContent(core));
      // Browsers request the icon of files that link to none.
      const logo = address === '/favicon.ico' && content?.identity.logo;
      if (logo) return { path: logoAddress(logo, 'icon-32').slice(publicUrl.length), status: 302 };
      const languages = languagesOf(content ?? core.siteDefaults);
      // The well-known address where password managers send people.
      if (address === '/.well-known/change-password')
        return { path: joinPath(languageBase[languages[0]], '/dashboard/account#sign-in'), status: 302 };
      const { base, path } = splitPath(address);
      if (!languages.includes(languageOf(address)))
        return { path: joinPath(languageBase[languages[0]], path), status: 302 };
      const page = findItemPage(path);
      if (!page || !content || content[page.kind].some(({ slug }) => slug === page.slug)) return undefined;
      const id = await orUndefined(findFormerOwner(db, page));
      const item = content[page.kind].find((one) => one.id === id);
      return item && { path: base + itemPath(page.kind, item.slug), status: 301 };
    },
    /** Returns the center that a page is about, and its clinics as schema.org events. */
    async describeCenter(path: string): Promise<{ center?: Center; events?: readonly object[] }> {
      const [, id = ''] = centerPage.exec(path) ?? [];
      if (!isCenterId(id)) return {};
      const describe = async () =>
        describeCenter(db, id, { publicUrl, siteName: await siteName(db, 'en'), now: clock() });
      return (await orUndefined(describe())) ?? {};
    },
    /** Returns the request for blood that a page is about. */
    async describeRequest(path: string): Promise<{ request?: PublicRequest }> {
      const [, id = ''] = requestPage.exec(path) ?? [];
      const request = isCenterId(id) && (await orUndefined(findPublicRequest(db, id)));
      return request ? { request } : {};
    },
    /** Returns the newest photos. */
    firstPhotos,
    /** Returns a version that changes with what a page shows. */
    versionOf(path: string): string | Promise<string> {
      const lists = centerPage.test(path)
        ? ['centers']
        : requestPage.test(path)
          ? ['requests']
          : (listsOfPages[path] ?? []).flatMap((name) => versionsOf[name]);
      // The version also changes every minute, after which a campaign may be over.
      const current = ['content', ...lists].map((list) => versions.current(list));
      // Usually they are known, and waiting would take longer than sending the page.
      if (current.every((version) => typeof version === 'string')) return current.join();
      return withTimeout(MAX_WAIT_MS, Promise.all(current)).then(String, () => '');
    },
  };
}

/** Returns how people reach the owner, from any country. */
function withInternationalNumbers({ contact, region }: SiteContent): SiteContent['contact'] {
  const { phone, whatsapp, ...rest } = contact;
  return {
    ...rest,
    ...(phone && { phone: toInternational(phone, region.country) }),
    ...(whatsapp && { whatsapp: toInternational(whatsapp, region.country) }),
  };
}
