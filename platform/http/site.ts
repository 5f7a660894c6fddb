import { type Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { trimSlashes } from '../text.ts';
import { withTimeout } from '../time.ts';
import { acceptedEncoding, etagOf, matchesEtag } from './compression.ts';
import { type AllowedOrigins, contentPolicy } from './content-policy.ts';
import { type MemoScope, memoize } from './memo.ts';
import { readSiteFiles, type SiteFile, toSiteFile } from './site-files.ts';

/** The page of an address. */
export type FoundPage = {
  /** The path to render. Several addresses may share it. */
  path: string;
  status: 200 | 404;
  /** False for members' pages, which search engines must not list. */
  isPublic: boolean;
};

/** Where an address leads: a path of this site. */
export type Redirect = { path: string; status: 301 | 302 };

export type SiteOptions = {
  /** The files of the built site: `assets/`, icons, the manifest. */
  folder: string;
  publicUrl: string;
  findPage: (address: string) => FoundPage | Promise<FoundPage>;
  /** Returns the HTML of the page at a path. */
  renderPage: (path: string) => Promise<string>;
  /** Returns the version of what the page at a path shows. By default it never changes. */
  versionOf?: (path: string) => string | Promise<string>;
  /** Files whose text changes with the version of their path. `built`: the file of the built site. */
  contentFiles?: {
    has: (path: string) => boolean;
    read: (path: string, built: string | undefined) => Promise<string | undefined>;
  };
  /** Paths to remove from the sitemap. */
  disabledPages?: readonly string[];
  /** Returns where an address leads that has no page, by its path as sent. Files have no such address. */
  findRedirect?: (pathname: string) => Promise<Redirect | undefined>;
  allowed: AllowedOrigins;
  /**
   * If true, serves the service worker and makes the site installable. Otherwise serves a script that removes
   * an old worker.
   */
  worksOffline?: boolean;
  /**
   * Values of the Link header, keyed by the path of a page. They make the browser preload what the page will
   * request.
   */
  preloadHeaders?: Record<string, () => Promise<string | undefined>>;
};

const workerPath = '/sw.js';
/** The service worker, and scripts of web workers. */
const isWorker = /^\/(sw\.js|assets\/prepare-worker-|bn\/assets\/prepare-worker-)/;
const removalWorkerPath = '/sw-gone.js';

/** Maximum time that a page waits for its preload header. */
const MAX_PRELOAD_WAIT_MS = 100;

/** Maximum number of rendered pages in memory; each takes about 80 KB. */
const MAX_PAGES = 200;

export type Site = {
  app: Hono;
  /** Public pages and files at their exact address. */
  memoScope: MemoScope;
};

type Page = SiteFile & { policy: string };
type RenderedPage = { version: string; isPublic: boolean; page: Promise<Page> };

/**
 * Serves the files of the built site from memory, and its pages. A page is rendered and compressed at its
 * first request, and again when its version has changed.
 */
export function createSite(options: SiteOptions): Site {
  const { folder, publicUrl, versionOf = () => '', allowed } = options;
  const files = readSiteFiles(folder, (content) =>
    removeFromSitemap(content, options.disabledPages)
      .replaceAll('%PUBLIC_URL%', publicUrl)
      .replaceAll('%DISPLAY%', options.worksOffline ? 'standalone' : 'browser'),
  );
  const removalWorker = files.get(removalWorkerPath);
  if (removalWorker && !options.worksOffline) files.set(workerPath, removalWorker);
  // A worker script is restricted by its own policy, not by that of the page.
  const workerHeaders = { 'Content-Security-Policy': contentPolicy('', allowed) };
  const pages = new LRUCache<string, RenderedPage>({ max: MAX_PAGES });

  async function readFile(path: string): Promise<SiteFile | undefined> {
    const file = files.get(path);
    if (!options.contentFiles?.has(path)) return file;
    const text = await options.contentFiles.read(path, file?.content.toString());
    return text === undefined ? undefined : toSiteFile(path, Buffer.from(text));
  }

  async function renderPage(path: string): Promise<Page> {
    const html = await options.renderPage(path);
    return { ...toSiteFile('/page.html', Buffer.from(html)), policy: contentPolicy(html, allowed) };
  }

  /** Returns the page of this version. Requests that arrive while it is rendered wait for it. */
  async function readPage({ path, isPublic }: FoundPage): Promise<Page> {
    const version = await versionOf(path);
    const rendered = pages.get(path);
    if (rendered?.version === version) return rendered.page;
    const page = renderPage(path);
    pages.set(path, { version, isPublic, page });
    page.catch(() => pages.delete(path));
    return page;
  }

  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const path = c.req.path;
    if (path.length > 1 && path.endsWith('/')) return redirectWithoutSlash(c.req.url);
    const file = await readFile(path);
    if (file) {
      const extra = isWorker.test(path) ? workerHeaders : {};
      const caching = options.contentFiles?.has(path) ? 'no-cache' : cacheControl(path);
      return respondWithFile(c, file, 200, { ...extra, 'Cache-Control': caching });
    }
    // Use the path as sent: a decoded path could be invalid, or the address of another host.
    const { pathname, search } = new URL(c.req.url);
    const moved = await options.findRedirect?.(pathname);
    if (moved) return redirect(moved.path, search, moved.status);
    const found = await options.findPage(path);
    const page = await readPage(found);
    const link = await preloadHeader(options.preloadHeaders?.[found.path]);
    return respondWithFile(c, page, found.status, {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': page.policy,
      ...(found.status === 200 && !found.isPublic && noIndex),
      ...(link && { Link: link }),
    });
  });
  app.all('*', (c) => c.text('Use GET for this address.', 405, { Allow: 'GET, HEAD' }));
  const memoScope: MemoScope = {
    prefix: '/',
    // The response depends on the path only, not on the query string.
    key(url, header) {
      const [path = ''] = url.split('?', 1);
      const isKnown = files.has(path) || options.contentFiles?.has(path) || pages.peek(path)?.isPublic;
      return isKnown ? `${path} ${acceptedEncoding(header('accept-encoding')) ?? ''}` : undefined;
    },
    version: (key) => versionOf(key.slice(0, key.indexOf(' '))),
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
  const [page = '', fragment = ''] = path.split(/(?=#)/);
  const target = `/${trimSlashes(page)}${search}${fragment}`;
  // A browser must ask again, because the address may have a page later.
  return new Response(null, { status, headers: { Location: target, 'Cache-Control': 'no-cache' } });
}
