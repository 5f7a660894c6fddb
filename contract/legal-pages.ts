/** The slugs of the free pages to which the footer links as legal pages, in this order. */
export const legalSlugs = ['privacy', 'licensing', 'terms', 'imprint'] as const;
export type LegalSlug = (typeof legalSlugs)[number];
export const isLegalSlug = (slug: string): slug is LegalSlug =>
  (legalSlugs as readonly string[]).includes(slug);
