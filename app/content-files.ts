import { deriveAccent } from '#contract/accent.ts';
import { inLanguage } from '#contract/content-texts.ts';
import { utcDay } from '#contract/days.ts';
import { type Language, languageBase, textLanguage } from '#contract/languages.ts';
import { logoAddress } from '#contract/logo.ts';
import { itemPages, itemPath } from '#contract/site.ts';
import type { SiteContent } from '#contract/site-content.ts';
import { days, withTimeout } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import { findCenter } from '#server/features/centers/rules.ts';
import { toCampaignCalendar } from '#server/features/site-content/campaign-calendar.ts';
import { toFeed } from '#server/features/site-content/feed.ts';
import { findFormerOwner, readSiteContent, shownLanguages } from '#server/features/site-content/rules.ts';
import { joinPath, languageOf, splitPath } from './find-page.ts';

/** Files whose text depends on what the owner has published. */
export type ContentFiles = ReturnType<typeof createContentFiles>;

const filePath =
  /^\/(site\.webmanifest|sitemap\.xml|\.well-known\/security\.txt|blogs\/feed\.xml|campaign\/[\w-]+\/calendar\.ics)$/;

const securityPath = '/.well-known/security.txt';

/** How long its contact counts. RFC 9116 recommends less than a year. */
const SECURITY_CONTACT_MS = days(330);

/** Maximum time to wait for the database. */
const MAX_WAIT_MS = 1000;

/** Creates the reader of these files, in each language. */
export function createContentFiles(core: Core) {
  const { publicUrl, log, clock } = core;

  /** Returns the sitemap with the addresses of the pages in a language. */
  const withAddressesIn = (language: Language, sitemap: string): string =>
    sitemap.replaceAll(
      /(?<=<loc>)(.*)(?=<\/loc>)/g,
      (address) => publicUrl + joinPath(languageBase[language], address.slice(publicUrl.length)),
    );

  return {
    has: (path: string): boolean => filePath.test(splitPath(path).path),
    /**
     * Returns the text of a file, or undefined if there is none. While the database fails, it is that of the
     * built site, if there is one.
     */
    read: (address: string, built: string | undefined): Promise<string | undefined> =>
      withTimeout(MAX_WAIT_MS, readText(address, built)).catch((error: unknown) => {
        log.warn({ err: error }, 'a file is sent without the content of the site');
        return built;
      }),
  };

  async function readText(address: string, built: string | undefined): Promise<string | undefined> {
    const { path } = splitPath(address);
    const language = languageOf(address);
    const content = await readSiteContent(core);
    if (path === '/site.webmanifest') return built && describeSite(built, content, language);
    const languages = shownLanguages(core, content.region);
    if (path === '/sitemap.xml') return built && withAddressesIn(languages[0], addItems(built, content));
    if (address === securityPath) return describeContact(content, languages);
    if (!languages.includes(language)) return undefined;
    if (path === '/blogs/feed.xml') return readFeed(content, language);
    return readCalendar(content, path.split('/')[2] ?? '', language);
  }

  function addItems(sitemap: string, content: SiteContent): string {
    const kinds = Object.keys(itemPages) as (keyof typeof itemPages)[];
    const paths = kinds.flatMap((kind) => content[kind].map(({ slug }) => itemPath(kind, slug)));
    const lines = paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`);
    return sitemap.replace('</urlset>', `${lines.join('')}</urlset>`);
  }

  /** Returns whom to write to about a vulnerability (RFC 9116). */
  function describeContact({ contact }: SiteContent, languages: readonly Language[]): string | undefined {
    if (!contact.email) return undefined;
    const expires = `${utcDay(clock() + SECURITY_CONTACT_MS)}T00:00:00Z`;
    return [
      `Contact: mailto:${contact.email}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${publicUrl}${securityPath}\n`,
    ].join('\n');
  }

  function readFeed(content: SiteContent, language: Language): string | undefined {
    if (content.post.length === 0) return undefined;
    const { identity, region } = content;
    const textsIn = textLanguage(region.languages, language);
    const { name, description = name } = inLanguage(identity, textsIn);
    const url = publicUrl + languageBase[language];
    return toFeed(inLanguage(content.post, textsIn), { name, description, language: textsIn, url });
  }

  async function readCalendar(content: SiteContent, slug: string, language: Language) {
    const bySlug = content.campaign.find((campaign) => campaign.slug === slug);
    const formerOwner = bySlug ? undefined : await findFormerOwner(core.db, { kind: 'campaign', slug });
    const found = bySlug ?? content.campaign.find(({ id }) => id === formerOwner);
    if (!found) return undefined;
    const textsIn = textLanguage(content.region.languages, language);
    const campaign = inLanguage(found, textsIn);
    const { name } = inLanguage(content.identity, textsIn);
    const { email } = content.contact;
    const center = campaign.centerId ? await findCenter(core, campaign.centerId) : undefined;
    return toCampaignCalendar(campaign, {
      publicUrl: publicUrl + languageBase[language],
      organizer: { name, ...(email && { email }) },
      place: campaign.place ?? (center ? `${center.name}, ${center.address}` : ''),
    });
  }
}

/** Puts what the owner has published of the site's identity into the web app manifest. */
function describeSite(manifest: string, { identity, region }: SiteContent, language: Language): string {
  const textsIn = textLanguage(region.languages, language);
  const { name, shortName, description, logo, accent } = inLanguage(identity, textsIn);
  const built = JSON.parse(manifest);
  const named = { name, short_name: shortName || name, description: description || name };
  const colored = accent && { theme_color: deriveAccent(accent).light.fill };
  return JSON.stringify({ ...built, ...named, ...colored, ...(logo && drawIcons(built, logo)) }, null, 2);
}

type Shortcuts = { shortcuts?: object[] };

/** Returns the icons of the manifest, drawn from the owner's logo. */
function drawIcons({ shortcuts = [] }: Shortcuts, logo: string) {
  const icon = (side: 192 | 512, purpose?: 'maskable') => ({
    src: logoAddress(logo, `${purpose ?? 'icon'}-${side}`),
    type: 'image/png',
    sizes: `${side}x${side}`,
    ...(purpose && { purpose }),
  });
  return {
    icons: [icon(192), icon(512), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: shortcuts.map((shortcut) => ({ ...shortcut, icons: [icon(192)] })),
  };
}
