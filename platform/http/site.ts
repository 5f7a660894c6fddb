import { Hono } from 'hono';
import { type AllowedOrigins, contentPolicy } from './content-policy.ts';
import { readSiteFiles, type SiteFile } from './site-files.ts';

export type SiteOptions = {
  /** The built site: prerendered pages as `about/index.html`, `assets/`, and the page that the browser fills. */
  folder: string;
  publicUrl: string;
  /** Paths with a prerendered page of their own. */
  publicPages: readonly string[];
  /** The prerendered page for addresses that are no page. */
  notFoundPage: string;
  /**
   * Paths (`/dashboard/payment/:id`) that the browser renders into the fallback page. Below their first part it also
   * says what is not there, once it knows who is asking.
   */
  browserPages: readonly string[];
  allowed: AllowedOrigins;
};

const fallbackPage = '/__spa-fallback.html';

type Page = SiteFile & { policy: string };

/** Serves the built pages and files, filled once at start, held in memory, compressed in the background. */
export function createSite(options: SiteOptions): Hono {
  const files = readSiteFiles(options.folder, (html) => html.replaceAll('%PUBLIC_URL%', options.publicUrl));
  const page = (path: string): Page => {
    const file = files.get(path);
    if (!file) throw new Error(`The built site has no ${path}.`);
    return { ...file, policy: contentPolicy(file.content.toString(), options.allowed) };
  };
  const fallback = page(fallbackPage);
  const prerendered = (path: string) => page(path === '/' ? '/index.html' : `${path}/index.html`);
  const pages = new Map(options.publicPages.map((path) => [path, prerendered(path)]));
  const notFound = prerendered(options.notFoundPage);
  const browserRooms = new Set(options.browserPages.map(firstPart));

  void compressAhead([...pages.values(), notFound, fallback, ...files.values()]);

  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const path = c.req.path;
    if (path.length > 1 && path.endsWith('/')) return redirectWithoutSlash(c.req.url);
    const known = pages.get(path);
    if (known) return answerPage(c.req.raw, known, 200);
    const file = path.endsWith('.html') ? undefined : files.get(path);
    if (file) return answer(c.req.raw, file, 200, { 'Cache-Control': lifetime(path) });
    if (options.browserPages.some((pattern) => matches(pattern, path)))
      return answerPage(c.req.raw, fallback, 200);
    return answerPage(c.req.raw, browserRooms.has(firstPart(path)) ? fallback : notFound, 404);
  });
  app.all('*', (c) => c.text('This address only takes GET.', 405, { Allow: 'GET, HEAD' }));
  return app;
}

/** Off this thread and one after the other, so that a start is not delayed; who comes before waits for theirs alone. */
async function compressAhead(files: SiteFile[]): Promise<void> {
  for (const file of files) if (isText(file.type)) await file.compressed('br');
}

function answerPage(request: Request, page: Page, status: number): Promise<Response> {
  return answer(request, page, status, {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': page.policy,
  });
}

async function answer(
  request: Request,
  file: SiteFile,
  status: number,
  extra: Record<string, string>,
): Promise<Response> {
  const headers: Record<string, string> = { ...extra, ETag: file.etag, Vary: 'Accept-Encoding' };
  if (status === 200 && request.headers.get('if-none-match')?.includes(file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = isText(file.type) ? acceptedEncoding(request) : undefined;
  const body = encoding ? await file.compressed(encoding) : file.content;
  if (encoding) headers['Content-Encoding'] = encoding;
  headers['Content-Type'] = file.type;
  headers['Content-Length'] = String(body.length);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}

function acceptedEncoding(request: Request): 'br' | 'gzip' | undefined {
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted) ? 'gzip' : undefined;
}

const isText = (type: string): boolean => /^text\/|json|javascript|xml|svg/.test(type);

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
