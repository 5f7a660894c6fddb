import { t } from '@lingui/core/macro';
import { itemPath } from '#contract/site.ts';
import { isPublished, pageData } from '#web/before-react/page-data.ts';

/** A link of the footer. Without a URL it is a placeholder. */
export type FooterLink = { label: string; lang?: string; url?: string };

type Column = {
  key: 'company' | 'help' | 'legal' | 'download';
  heading: string;
  placeholders: readonly (FooterLink & { /** The path that replaces the placeholder. */ path?: string })[];
};

const legal = (slug: string) => itemPath('page', slug);

const columns: readonly Column[] = [
  {
    key: 'company',
    heading: t`Company`,
    placeholders: [
      { label: t`About` },
      { label: t`Careers` },
      { label: t`Brand Center` },
      { label: t`Blog`, path: '/blogs' },
    ],
  },
  {
    key: 'help',
    heading: t`Help center`,
    placeholders: [
      { label: t`Discord Server` },
      { label: t`Twitter` },
      { label: t`Facebook` },
      { label: t`Contact Us`, path: '/contact' },
    ],
  },
  {
    key: 'legal',
    heading: t`Legal`,
    placeholders: [
      { label: t`Privacy Policy`, path: legal('privacy') },
      { label: t`Licensing`, path: legal('licensing') },
      { label: t`Terms & Conditions`, path: legal('terms') },
    ],
  },
  {
    key: 'download',
    heading: t`Download`,
    placeholders: [{ label: t`iOS` }, { label: t`Android` }, { label: t`Windows` }, { label: t`MacOS` }],
  },
];

/**
 * Returns the columns of the footer. Each placeholder of the specification stays until the owner has published
 * its page, or any link.
 */
export function footerColumns(): { key: string; heading: string; links: readonly FooterLink[] }[] {
  const { links } = pageData().site;
  return columns
    .map(({ key, heading, placeholders }) => {
      const pages = publishedPages(key);
      const shown = placeholders
        .map((placeholder) => pages.find(({ url }) => url === placeholder.path) ?? placeholder)
        .filter(({ url }) => url !== undefined || !links);
      const others = pages.filter((page) => !shown.includes(page));
      return { key, heading, links: [...(links?.footer?.[key] ?? []), ...shown, ...others] };
    })
    .filter((column) => column.links.length > 0);
}

/** Returns the links to pages that show what the owner has published. */
function publishedPages(key: Column['key']): FooterLink[] {
  if (key === 'company') return isPublished('post') ? [{ label: t`Blog`, url: '/blogs' }] : [];
  if (key === 'help') return isPublished('contact') ? [{ label: t`Contact Us`, url: '/contact' }] : [];
  if (key !== 'legal') return [];
  return pageData().site.legalPages.map(({ slug, title, ...rest }) => ({
    ...rest,
    label: title,
    url: legal(slug),
  }));
}

/** Returns the owner's social links, or undefined for placeholders. */
export function socialUrls() {
  const { links, contact } = pageData().site;
  if (!links) return undefined;
  const { whatsapp } = contact;
  return { ...(whatsapp && { whatsapp: whatsappUrl(whatsapp) }), ...links.social };
}

const whatsappUrl = (phone: string): string => `https://wa.me/${phone.replaceAll(/\D/g, '')}`;
