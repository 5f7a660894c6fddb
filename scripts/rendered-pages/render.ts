import { existsSync } from 'node:fs';
import type { PublicConfig } from '#contract/config.ts';
import { onPage } from '#contract/content-texts.ts';
import type { Day } from '#contract/days.ts';
import { features } from '#contract/features.ts';
import { languages } from '#contract/languages.ts';
import {
  examplePath,
  findItemPage,
  memberPages,
  notFoundPage,
  publicPages,
  publicPagesWithId,
  shellPage,
} from '#contract/site.ts';
import type { ContentKind, SiteContent } from '#contract/site-content.ts';
import { createSiteDefaults } from '#contract/site-defaults.ts';
import { splitPath } from '../../app/find-page.ts';
import { describeItem } from '../../app/page-item.ts';
import { toPageSite } from '../../app/page-site.ts';
import { loadPages } from '../../app/pages.ts';
import type { PageData } from '../../web/before-react/page-data.ts';
import { inRoot } from '../set-up/paths.mjs';

// npm test builds the pages first.
if (!existsSync(inRoot('build', 'client'))) throw new Error('The pages are not built. Run: npm run build');

const { render } = await loadPages(new URL('../../build/', import.meta.url));

const config: PublicConfig = {
  version: '1.0.0',
  identity: {
    provider: 'embedded',
    apiKey: 'embedded-0123456789abcdef',
    authDomain: 'blood.example',
    projectId: 'blood-buddies',
    textMessages: true,
  },
  images: { uploadUrl: 'https://blood.example/images/1/upload', key: '0123456789abcdef' },
  contentImages: { uploadUrl: 'https://blood.example/images/1/upload', key: '0123456789abcdef' },
  cards: { provider: 'sandbox', publishableKey: 'pk_sandbox_0123456789abcdef' },
  features: [...features],
};

/** Lists as long as those of a busy site, for a page that shows them. */
const lists: PageData['lists'] = {
  reviews: Array.from({ length: 8 }, (_, n) => ({
    _id: `review-${n}`,
    memberType: 'Donor',
    viewContext: `Review ${n}: ${'I give blood because it takes minutes. '.repeat(7)}`,
    image: '/avatars/donor.webp',
    name: 'Rahima K.',
    email: 'd***@***',
  })),
  photos: Array.from({ length: 11 }, (_, n) => ({
    _id: `photo-${n}`,
    img: `https://blood.example/images/0193aa11-${n}`,
    title: `Photo ${n}`,
    width: 1200,
    height: 600 + 100 * n,
    placeholder: `data:image/webp;base64,${'UklGRh4AAABXRUJQ'.repeat(6)}`,
  })),
};

const publicUrl = 'https://blood.example';

const noItems = { campaign: [], post: [], page: [], 'team-card': [], sponsor: [], step: [] };
const defaults = { ...createSiteDefaults({ canTakePayments: true }), ...noItems };
const nothing = { today: '2026-11-30' as Day, centers: [], counts: {}, languages };

/** Made first, because only the server formats what is in it. */
const sites = { en: toPageSite(defaults, 'en', nothing), bn: toPageSite(defaults, 'bn', nothing) };

/** Renders a page of the build as the server does. */
export function renderBuiltPage(address: string, name = 'Blood Buddies'): Promise<string> {
  const { base, path } = splitPath(address);
  const language = base === '' ? 'en' : 'bn';
  return render[language]({
    path: address,
    publicUrl,
    site: { ...sites[language], name },
    server: { content: onPage(defaults, language, languages) },
    config,
    lists: path === '/' || path === '/home' ? lists : {},
  });
}

type OwnContent = Partial<SiteContent> & { published: readonly ContentKind[] };

/**
 * Returns what renders a page of a site whose owner has published content. Its data is made before, because
 * only the server formats what is in it.
 */
export function prepareOwnPage(address: string, { published, ...own }: OwnContent): () => Promise<string> {
  const { base, path } = splitPath(address);
  const language = base === '' ? 'en' : 'bn';
  const content = { ...defaults, ...own };
  const { kind, slug } = findItemPage(path) ?? {};
  const options = { language, today: nothing.today, centers: [], publicUrl } as const;
  const { item, ...rest } = describeItem(content, { ...options, ...(kind && { kind, slug }) });
  const data: PageData = {
    path: address,
    publicUrl,
    site: toPageSite(content, language, { ...nothing, published }),
    ...(item && { item }),
    server: { content: onPage(content, language, languages), ...rest },
    config,
    lists: {},
  };
  return () => render[language](data);
}

/** The paths of all pages that the server renders, in every language. */
export const renderedPaths = [
  ...publicPages,
  ...memberPages.filter((path) => !path.includes(':')),
  ...[notFoundPage, shellPage, ...publicPagesWithId.map(examplePath)],
].flatMap((path) => [path, path === '/' ? '/bn' : `/bn${path}`]);
