import { existsSync } from 'node:fs';
import type { PublicConfig } from '#contract/config.ts';
import type { Day } from '#contract/days.ts';
import { features } from '#contract/features.ts';
import { memberPages, notFoundPage, publicPages, shellPage } from '#contract/site.ts';
import { createSiteDefaults } from '#contract/site-defaults.ts';
import { splitPath } from '../../app/find-page.ts';
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
  cards: { provider: 'sandbox', publishableKey: 'pk_sandbox_0123456789abcdef' },
  features: [...features],
  contactEmail: 'help@blood.example',
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

const defaults = { ...createSiteDefaults({ canTakePayments: true }), campaign: [] };
const nothing = { today: '2026-11-30' as Day, centers: [], counts: {} };

/** Made first, because only the server formats what is in it. */
const sites = { en: toPageSite(defaults, 'en', nothing), bn: toPageSite(defaults, 'bn', nothing) };

/** Renders a page of the build as the server does. */
export function renderBuiltPage(address: string, name = 'Blood Buddies'): Promise<string> {
  const { base, path } = splitPath(address);
  const language = base === '' ? 'en' : 'bn';
  return render[language]({
    path: address,
    publicUrl: 'https://blood.example',
    site: { ...sites[language], name },
    config,
    lists: path === '/' || path === '/home' ? lists : {},
  });
}

/** The paths of all pages that the server renders, in every language. */
export const renderedPaths = [
  ...publicPages,
  ...memberPages.filter((path) => !path.includes(':')),
  ...[notFoundPage, shellPage, '/centers/_'],
].flatMap((path) => [path, path === '/' ? '/bn' : `/bn${path}`]);
