import { type Context, Hono } from 'hono';
import { trimSlashes } from '../text.ts';
import { withTimeout } from '../time.ts';
import { acceptedEncoding, etagOf, matchesEtag } from './compression.ts';
import { contentPolicy } from './content-policy.ts';
import {
  createLocalizedSite,
  isUnderPath,
  type LocalizedSiteOptions,
  type Page,
  type PageDescription,
} from './localized-site.ts';
import { type MemoScope, memoize } from './memo.ts';
import { respondWithPublicText } from './public-text.ts';
import { readSiteFiles, type SiteFile } from './site-files.ts';

export type SiteOptions = LocalizedSiteOptions & {
  /** The built site: prerendered pages as `about/index.html`, `assets/`, and the fallback page. */
  folder: string;
  publicUrl: string;
  /** Path prefixes of further languages (`/bn`). Their pages are built into a folder of that name. */
  bases?: readonly string[];
  /** Path prefixes of disabled languages. They redirect to the pages of the default language. */
  disabledBases?: readonly string[];
  /** Returns HTML to insert at the start of the `<head>` of a page (`/bn/about`). */
  head?: (path: string) => string;
  /**
   * If true, serves the service worker and makes the site installable. Otherwise serves a script that removes
   * an old worker.
   */
  worksOffline?: boolean;
  /**
   * Values of the Link header, keyed by page path. They make the browser preload what the page will request.
   */
  preloadHeaders?: Record<string, () => Promise<string | undefined>>;
};

const workerPath = '/sw.js';
/** The service worker, and scripts of web workers. */
const isWorker = /^\/(sw\.js|assets\/prepare-worker-|bn\/assets\/prepare-worker-)/;
const removalWorkerPath = '/sw-gone.js';

/** Maximum time that a page waits for its preload header. */
const MAX_PRELOAD_WAIT_MS = 100;

export type Site = {
  app: Hono;
  /** Pages and files at their exact address. */
  memoScope: MemoScope;
};

/**
 * Serves the built pages and files from memory. Placeholders are filled at startup, and a page is compressed
 * at its first request.
 */
export function createSite(options: SiteOptions): Site {
  const { folder, publicUrl, bases = [], disabledBases = [], head = () => '' } = options;
  const files = readSiteFiles(folder, (content, path) => {
    const filled = removeFromSitemap(content, options.disabledPages)
      .replaceAll('%PUBLIC_URL%', publicUrl)
      .replaceAll('%DISPLAY%', options.worksOffline ? 'standalone' : 'browser');
    return filled.replace('<head>', () => `<head>${head(path.replace(/\/index\.html$/, '') || '/')}`);
  });
  const removalWorker = files.get(removalWorkerPath);
  if (removalWorker && !options.worksOffline) files.set(workerPath, removalWorker);
  // A worker script is restricted by its own policy, not by that of the page.
  const workerHeaders = { 'Content-Security-Policy': contentPolicy('', options.allowed) };
  const defaultSite = createLocalizedSite('', files, options);
  const localizedSites = [...bases.map((base) => createLocalizedSite(base, files, options)), defaultSite];

  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const path = c.req.path;
    if (path.length > 1 && path.endsWith('/')) return redirectWithoutSlash(c.req.url);
    const localizedSite = localizedSites.find(({ base }) => isUnderPath(base, path)) ?? defaultSite;
    const prerenderedPage = localizedSite.pages.get(path);
    if (prerenderedPage) return respondWithPage(c, prerenderedPage, 200);
    const file = path.endsWith('.html') ? undefined : files.get(path);
    if (file) {
      const extra = isWorker.test(path) ? workerHeaders : {};
      return respondWithFile(c, file, 200, { ...extra, 'Cache-Control': cacheControl(path) });
    }
    const pathWithoutBase = path.slice(localizedSite.base.length);
    const browserPage = localizedSite.browserPage(pathWithoutBase);
    if (browserPage) {
      const link = await preloadHeader(options.preloadHeaders?.[pathWithoutBase]);
      return respondWithPage(c, browserPage, 200, { ...noIndex, ...(link && { Link: link }) });
    }
    const pageWithId = localizedSite.pageWithId(pathWithoutBase);
    if (pageWithId) {
      const described = await pageWithId.describe(pageWithId.id);
      const { prerendered, page } = pageWithId;
      const html = page.content.toString().replaceAll(prerendered, pathWithoutBase);
      c.header('Content-Security-Policy', page.policy);
      // The page itself shows that the id does not exist, because another page would not fit its scripts.
      if (!described) return c.html(html, 404, { 'Cache-Control': 'no-cache' });
      return respondWithPublicText(c, insertDescription(html, described), { type: page.type });
    }
    // Use the path as sent: a decoded path could be invalid, or the address of another host.
    const { pathname, search } = new URL(c.req.url);
    const former = disabledBases.find((base) => isUnderPath(base, pathname));
    if (former) return redirect(pathname.slice(former.length), search, 302);
    return respondWithPage(c, localizedSite.missingPage(pathWithoutBase), 404);
  });
  app.all('*', (c) => c.text('Use GET for this address.', 405, { Allow: 'GET, HEAD' }));
  const paths = new Set([...localizedSites.flatMap(({ pages }) => [...pages.keys()]), ...files.keys()]);
  const memoScope: MemoScope = {
    prefix: '/',
    // The response depends on the path only, not on the query string.
    key(url, header) {
      const [path = ''] = url.split('?', 1);
      return paths.has(path) ? `${path} ${acceptedEncoding(header('accept-encoding')) ?? ''}` : undefined;
    },
  };
  return { app, memoScope };
}

/** Removes disabled pages from the sitemap. */
const removeFromSitemap = (text: string, disabledPages: readonly string[] = []): string =>
  text.replace(/^.*<loc>%PUBLIC_URL%(\S*?)<\/loc>.*\n/gm, (line, path) =>
    disabledPages.includes(path) ? '' : line,
  );

/** Returns undefined when the header fails or takes longer than MAX_PRELOAD_WAIT_MS. */
async function preloadHeader(ahead?: () => Promise<string | undefined>): Promise<string | undefined> {
  return ahead && withTimeout(MAX_PRELOAD_WAIT_MS, ahead()).catch(() => undefined);
}

function respondWithPage(
  c: Context,
  page: Page,
  status: number,
  extra: Record<string, string> = {},
): Promise<Response> {
  return respondWithFile(c, page, status, {
    ...extra,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': page.policy,
  });
}

async function respondWithFile(
  c: Context,
  file: SiteFile,
  status: number,
  extra: Record<string, string>,
): Promise<Response> {
  const encoding = isText(file.type) ? acceptedEncoding(c.req.header('accept-encoding')) : undefined;
  const etag = etagOf(file.digest, encoding);
  const headers: Record<string, string> = { ...extra, ETag: etag, Vary: 'Accept-Encoding' };
  if (status === 200 && matchesEtag(c.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const body = encoding ? await file.compressed(encoding) : file.content;
  if (encoding) headers['Content-Encoding'] = encoding;
  headers['Content-Type'] = file.type;
  headers['Content-Length'] = String(body.length);
  memoize(c, body);
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}

const isText = (type: string): boolean => /^text\/|json|javascript|xml|svg/.test(type);

/** Keeps members' pages out of search engines. */
const noIndex = { 'X-Robots-Tag': 'noindex' };

/**
 * File names below `assets/` contain a hash of their content. Browsers must revalidate the worker to find new
 * versions.
 */
function cacheControl(path: string): string {
  if (/^(\/\w+)?\/assets\//.test(path)) return 'public, max-age=31536000, immutable';
  return path === workerPath ? 'no-cache' : 'public, max-age=3600';
}

function redirectWithoutSlash(address: string): Response {
  const { pathname, search } = new URL(address);
  return redirect(pathname, search, 308);
}

/** Redirects within this host: `//host/` must not become an address of another host. */
function redirect(path: string, search: string, status: number): Response {
  const target = `/${trimSlashes(path)}${search}`;
  return new Response(null, { status, headers: { Location: target } });
}

/** Replaces title and description, including those of the link preview, and adds to the head. */
function insertDescription(html: string, { title, description, head }: PageDescription): string {
  const [titleText, descriptionText] = [escapeHtml(title), escapeHtml(description)];
  return html
    .replace(/<title>[^<]*/, () => `<title>${titleText}`)
    .replaceAll(
      /(<meta (?:name|property)="(?:og:|twitter:)?title" content=")[^"]*/g,
      (_, tag) => tag + titleText,
    )
    .replaceAll(
      /(<meta (?:name|property)="(?:og:|twitter:)?description" content=")[^"]*/g,
      (_, tag) => tag + descriptionText,
    )
    .replace('</head>', () => `${head}</head>`);
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
