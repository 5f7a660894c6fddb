import { type Context, Hono } from 'hono';
import { trimSlashes } from '../text.ts';
import { withTimeout } from '../with-timeout.ts';
import { acceptedEncoding, cacheKeysByEncoding, matchesEtag } from './compression.ts';
import { contentPolicy } from './content-policy.ts';
import { createEdition, type EditionOptions, isUnderPath, type Page } from './site-editions.ts';
import { readSiteFiles, type SiteFile } from './site-files.ts';
import { type CacheScope, cacheResponse } from './tuning/response-cache.ts';

export type SiteOptions = EditionOptions & {
  /** The built site: prerendered pages as `about/index.html`, `assets/`, and the page that the browser fills. */
  folder: string;
  publicUrl: string;
  /** What stands before all paths of the pages in a further language, `/bn`; they are built into a folder of that name. */
  bases?: readonly string[];
  /** Of languages that this site does not have: their addresses lead to the first one's pages. */
  formerBases?: readonly string[];
  /** What the head of a page (`/bn/about`) begins with on this site. */
  head?: (path: string) => string;
  /** The built service worker is served, and the site can be installed; else what takes a former worker away. */
  worksOffline?: boolean;
  /** What a browser will ask for once it shows the page at a path, as the value of a Link header; it asks at once. */
  ahead?: Record<string, () => Promise<string | undefined>>;
};

const worker = '/sw.js';
const goneWorker = '/sw-gone.js';

/** No page waits longer for what only makes it faster, in ms. */
const longestAhead = 100;

export type Site = {
  app: Hono;
  /** Pages and files at exactly their own address. */
  cacheScope: CacheScope;
};

/** Serves the built pages and files, filled once at start, held in memory, compressed in the background. */
export function createSite(options: SiteOptions): Site {
  const { folder, publicUrl, bases = [], formerBases = [], head = () => '' } = options;
  const files = readSiteFiles(folder, (content, path) => {
    const filled = withoutPages(content, options.disabledPages)
      .replaceAll('%PUBLIC_URL%', publicUrl)
      .replaceAll('%DISPLAY%', options.worksOffline ? 'standalone' : 'browser');
    return filled.replace('<head>', () => `<head>${head(path.replace(/\/index\.html$/, '') || '/')}`);
  });
  const gone = files.get(goneWorker);
  if (gone && !options.worksOffline) files.set(worker, gone);
  // A worker's script says itself what it may load.
  const ofFiles = { 'Content-Security-Policy': contentPolicy('', options.allowed) };
  const first = createEdition('', files, options);
  const editions = [...bases.map((base) => createEdition(base, files, options)), first];
  void compressAhead([...editions.flatMap(({ all }) => all), ...files.values()]);

  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const path = c.req.path;
    if (path.length > 1 && path.endsWith('/')) return redirectWithoutSlash(c.req.url);
    const edition = editions.find(({ base }) => isUnderPath(base, path)) ?? first;
    const known = edition.pages.get(path);
    if (known) return respondWithPage(c, known, 200);
    const file = path.endsWith('.html') ? undefined : files.get(path);
    if (file) return answer(c, file, 200, { ...ofFiles, 'Cache-Control': lifetime(path) });
    const inside = path.slice(edition.base.length);
    const browserPage = edition.browserPage(inside);
    if (browserPage) {
      const link = await inTime(options.ahead?.[inside]);
      return respondWithPage(c, browserPage, 200, { ...notListed, ...(link && { Link: link }) });
    }
    // As it came: decoded it could be the address of another host, or no address at all.
    const { pathname, search } = new URL(c.req.url);
    const former = formerBases.find((base) => isUnderPath(base, pathname));
    if (former) return redirect(pathname.slice(former.length), search, 302);
    return respondWithPage(c, edition.lost(inside), 404);
  });
  app.all('*', (c) => c.text('This address only takes GET.', 405, { Allow: 'GET, HEAD' }));
  const nameOf = cacheKeysByEncoding([
    ...editions.flatMap(({ pages }) => [...pages.keys()]),
    ...files.keys(),
  ]);
  const hot: CacheScope = {
    prefix: '/',
    freshMs: Number.POSITIVE_INFINITY,
    // What is served depends on the path alone.
    name: (url, header) => nameOf(url, header) ?? nameOf(url.split('?', 1)[0] as string, header),
  };
  return { app, cacheScope: hot };
}

/** The sitemap's lines of pages that are left out. */
const withoutPages = (text: string, disabledPages: readonly string[] = []): string =>
  text.replace(/^.*<loc>%PUBLIC_URL%(\S*?)<\/loc>.*\n/gm, (line, path) =>
    disabledPages.includes(path) ? '' : line,
  );

/** Off this thread and one after the other, so that a start is not delayed; who comes before waits for theirs alone. */
async function compressAhead(files: SiteFile[]): Promise<void> {
  for (const file of files) if (isText(file.type)) await file.compressed('br');
}

/** Nothing that comes too late, or fails. */
async function inTime(ahead?: () => Promise<string | undefined>): Promise<string | undefined> {
  return ahead && withTimeout(longestAhead, ahead()).catch(() => undefined);
}

function respondWithPage(
  c: Context,
  page: Page,
  status: number,
  extra: Record<string, string> = {},
): Promise<Response> {
  return answer(c, page, status, {
    ...extra,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': page.policy,
  });
}

async function answer(
  c: Context,
  file: SiteFile,
  status: number,
  extra: Record<string, string>,
): Promise<Response> {
  const headers: Record<string, string> = { ...extra, ETag: file.etag, Vary: 'Accept-Encoding' };
  if (status === 200 && matchesEtag(c.req.header('if-none-match'), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = isText(file.type) ? acceptedEncoding(c.req.header('accept-encoding')) : undefined;
  const body = encoding ? await file.compressed(encoding) : file.content;
  if (encoding) headers['Content-Encoding'] = encoding;
  headers['Content-Type'] = file.type;
  headers['Content-Length'] = String(body.length);
  cacheResponse(c, body);
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}

const isText = (type: string): boolean => /^text\/|json|javascript|xml|svg/.test(type);

/** Pages of members. */
const notListed = { 'X-Robots-Tag': 'noindex' };

/** File names under `assets/` carry a hash of their content. A worker tells browsers of the site's new versions. */
function lifetime(path: string): string {
  if (/^(\/\w+)?\/assets\//.test(path)) return 'public, max-age=31536000, immutable';
  return path === worker ? 'no-cache' : 'public, max-age=3600';
}

function redirectWithoutSlash(address: string): Response {
  const { pathname, search } = new URL(address);
  return redirect(pathname, search, 308);
}

/** `//host/` must not become an address of another host. */
function redirect(path: string, search: string, status: number): Response {
  const target = `/${trimSlashes(path)}${search}`;
  return new Response(null, { status, headers: { Location: target } });
}
