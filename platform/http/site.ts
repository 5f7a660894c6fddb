import { type Context, Hono } from 'hono';
import { within } from '../within.ts';
import { acceptedEncoding } from './compression.ts';
import { type AllowedOrigins, contentPolicy } from './content-policy.ts';
import { knowsTag } from './etags.ts';
import { type HotPlace, offerHot } from './hot-answers.ts';
import { namesByEncoding } from './hot-names.ts';
import { readSiteFiles, type SiteFile } from './site-files.ts';

export type SiteOptions = {
  /** The built site: prerendered pages as `about/index.html`, `assets/`, and the page that the browser fills. */
  folder: string;
  publicUrl: string;
  /** Paths with a prerendered page of their own. */
  publicPages: readonly string[];
  /** Of these the ones that this site does not have: 404, and the browser draws what it shows there. */
  leftOut?: readonly string[];
  /** The prerendered page for addresses that are no page. */
  notFoundPage: string;
  /**
   * Paths (`/dashboard/payment/:id`) that the browser renders: into their own page where one was prerendered, else into
   * the fallback page. Below their first part the latter also says what is not there, once it knows who is asking.
   */
  browserPages: readonly string[];
  /** What a browser will ask for once it shows the page at a path, as the value of a Link header; it asks at once. */
  ahead?: Record<string, () => Promise<string | undefined>>;
  allowed: AllowedOrigins;
};

const fallbackPage = '/__spa-fallback.html';

/** No page waits longer for what only makes it faster, in ms. */
const longestAhead = 100;

type Page = SiteFile & { policy: string };

export type Site = {
  app: Hono;
  /** Pages and files at exactly their own address. */
  hot: HotPlace;
};

/** Serves the built pages and files, filled once at start, held in memory, compressed in the background. */
export function createSite(options: SiteOptions): Site {
  const leftOut = new Set(options.leftOut);
  const files = readSiteFiles(options.folder, (text) =>
    withoutPages(text, leftOut).replaceAll('%PUBLIC_URL%', options.publicUrl),
  );
  const page = (path: string): Page => {
    const file = files.get(path);
    if (!file) throw new Error(`The built site has no ${path}.`);
    return { ...file, policy: contentPolicy(file.content.toString(), options.allowed) };
  };
  // A worker's script says itself what it may load.
  const ofFiles = { 'Content-Security-Policy': contentPolicy('', options.allowed) };
  const fallback = page(fallbackPage);
  const prerendered = (path: string) => page(path === '/' ? '/index.html' : `${path}/index.html`);
  const offered = options.publicPages.filter((path) => !leftOut.has(path));
  const pages = new Map(offered.map((path) => [path, prerendered(path)]));
  const notFound = prerendered(options.notFoundPage);
  const browserRooms = new Set(options.browserPages.map(firstPart));
  const browserPages = options.browserPages.map((pattern) => ({
    pattern,
    page: files.has(`${pattern}/index.html`) ? prerendered(pattern) : fallback,
  }));

  const own = browserPages.map(({ page }) => page);
  void compressAhead([...pages.values(), notFound, fallback, ...own, ...files.values()]);

  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const path = c.req.path;
    if (path.length > 1 && path.endsWith('/')) return redirectWithoutSlash(c.req.url);
    const known = pages.get(path);
    if (leftOut.has(path)) return answerPage(c, fallback, 404);
    if (known) return answerPage(c, known, 200);
    const file = path.endsWith('.html') ? undefined : files.get(path);
    if (file) return answer(c, file, 200, { ...ofFiles, 'Cache-Control': lifetime(path) });
    const browserPage = browserPages.find(({ pattern }) => matches(pattern, path));
    if (browserPage) {
      const link = await inTime(options.ahead?.[path]);
      return answerPage(c, browserPage.page, 200, { ...notListed, ...(link && { Link: link }) });
    }
    return answerPage(c, browserRooms.has(firstPart(path)) ? fallback : notFound, 404);
  });
  app.all('*', (c) => c.text('This address only takes GET.', 405, { Allow: 'GET, HEAD' }));
  const hot: HotPlace = {
    prefix: '/',
    freshMs: Number.POSITIVE_INFINITY,
    name: namesByEncoding([...pages.keys(), ...files.keys()]),
  };
  return { app, hot };
}

/** The sitemap's lines of pages that are left out. */
const withoutPages = (text: string, leftOut: ReadonlySet<string>): string =>
  text.replace(/^.*<loc>%PUBLIC_URL%(\S*?)<\/loc>.*\n/gm, (line, path) => (leftOut.has(path) ? '' : line));

/** Off this thread and one after the other, so that a start is not delayed; who comes before waits for theirs alone. */
async function compressAhead(files: SiteFile[]): Promise<void> {
  for (const file of files) if (isText(file.type)) await file.compressed('br');
}

/** Nothing that comes too late, or fails. */
async function inTime(ahead?: () => Promise<string | undefined>): Promise<string | undefined> {
  return ahead && within(longestAhead, ahead()).catch(() => undefined);
}

function answerPage(
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
  if (status === 200 && knowsTag(c.req.header('if-none-match'), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = isText(file.type) ? acceptedEncoding(c.req.header('accept-encoding')) : undefined;
  const body = encoding ? await file.compressed(encoding) : file.content;
  if (encoding) headers['Content-Encoding'] = encoding;
  headers['Content-Type'] = file.type;
  headers['Content-Length'] = String(body.length);
  offerHot(c, body);
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}

const isText = (type: string): boolean => /^text\/|json|javascript|xml|svg/.test(type);

/** Pages of members. */
const notListed = { 'X-Robots-Tag': 'noindex' };

/** File names under /assets carry a hash of their content. */
const lifetime = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';

const firstPart = (path: string): string => path.split('/')[1] ?? '';

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((part, i) => (part.startsWith(':') ? !!parts[i] : part === parts[i]))
  );
}

function redirectWithoutSlash(address: string): Response {
  const { pathname, search } = new URL(address);
  // `//host/` must not become an address of another host.
  const target = `/${pathname.replace(/^\/+|\/+$/g, '')}${search}`;
  return new Response(null, { status: 308, headers: { Location: target } });
}
