import { listCenters } from '#contract/centers.ts';
import { type Content, getContent, getSite, listContent } from '#contract/content-endpoints.ts';
import { pageLanguages, textLanguage } from '#contract/languages.ts';
import type { LegalSlug } from '#contract/legal-pages.ts';
import { type ContentKind, GROUP_ID, isGroupKind, type SiteContent } from '#contract/site-content.ts';
import { call } from '#web/api/client.ts';
import { queryOptions } from '#web/api/queries.ts';
import { randomKey } from '#web/api/random-key.ts';
import { language } from '#web/i18n/language.ts';

/** What the site shows, with each text in all its languages. */
const readSite = (signal?: AbortSignal): Promise<SiteContent> =>
  call(getSite, { ...(signal && { signal }) }) as Promise<SiteContent>;

export const contentListKey = (userId: string | undefined) => ['staff', userId, 'content'];

/** Lists all groups and items, in the language of this page. */
export const contentListQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: contentListKey(userId),
    queryFn: async ({ signal }) => {
      const [site, contents] = await Promise.all([
        readSite(signal),
        call(listContent, { signal, query: { language } }),
      ]);
      return { timeZone: site.region.timeZone, contents };
    },
  });

/** In addresses, the id of an item that is not saved yet. */
export const NEW_ID = 'new';

export type LoadedContent = { site: SiteContent; content: Content };

export async function loadContent(
  kind: ContentKind,
  id: string,
  { first, signal }: { first?: LegalSlug | undefined; signal?: AbortSignal } = {},
): Promise<LoadedContent> {
  const [site, content] = await Promise.all([
    readSite(signal),
    id === NEW_ID ? newItem(kind) : call(getContent, { params: { kind, id }, ...(signal && { signal }) }),
  ]);
  if (!first || id !== NEW_ID) return { site, content };
  const { createLegalDraft } = await import('./legal-drafts.ts');
  const { languages } = site.region;
  const shown = pageLanguages(languages).map((page) => textLanguage(languages, page));
  return { site, content: { ...content, draft: createLegalDraft(first, shown) } };
}

/** Returns an item with an id of its own, so that it is added once even if the response to that is lost. */
const newItem = (kind: ContentKind): Content => ({
  ...{ kind, id: randomKey(), revision: 0, draft: null, hasDraft: false, published: null, state: 'draft' },
});

/**
 * Loads what a form begins with. It is loaded each time a form opens and never while it is open, so that
 * what somebody else saves in the meantime is noticed when this person saves.
 */
export const contentQuery = (
  userId: string | undefined,
  kind: ContentKind,
  id: string,
  first: LegalSlug | undefined,
) =>
  queryOptions({
    queryKey: ['staff', userId, 'content form', kind, id, first],
    queryFn: async ({ signal }) => {
      const [loaded, centers] = await Promise.all([
        loadContent(kind, id, { first, signal }),
        kind === 'campaign' ? call(listCenters, { signal }) : [],
      ]);
      return { loaded, centers };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns whether the content is an item that is not saved yet. */
export const isNewItem = ({ kind, revision }: Content): boolean =>
  !isGroupKind(kind as ContentKind) && revision === 0;

/** Returns what a form shows at first: the draft or, for a group without one, what the site shows. */
export const draftOf = ({ site, content }: LoadedContent): unknown => {
  const kind = content.kind as ContentKind;
  if (content.hasDraft) return content.draft;
  return isGroupKind(kind) ? site[kind] : (content.draft ?? {});
};

/** Returns the id of a group, or the id of an item in the address. */
export const idOf = (kind: ContentKind, id: string | undefined): string | undefined =>
  isGroupKind(kind) ? GROUP_ID : id;
