import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createSite } from '#platform/http/site.ts';
import { freePort } from '#platform/testing/ports.ts';
import { findPage } from '../../app/find-page.ts';
import { features } from '../../contract/features.ts';

const built = fileURLToPath(new URL('../../build/client', import.meta.url));

/**
 * A server in front of the site that serves one of several builds of the pages and forwards API requests to
 * the site.
 */
export type SiteProxy = {
  url: string;
  /** The folder of the current build. */
  built: string;
  /** Serves this version from now on, and no file of the previous one. */
  serve(version: Version): void;
  /** Stops listening, as during a restart of the server, until `start`. */
  stop(): void;
  start(): Promise<void>;
};

export async function startProxy(siteUrl: string): Promise<SiteProxy> {
  let app = createVersion({ folder: built, worksOffline: true }, siteUrl);
  const forwardedPath = /^\/(api|identity|images)\//;
  const listener = getRequestListener(async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    // Responds uncompressed: compressing a version without precompressed files takes many seconds.
    headers.delete('accept-encoding');
    if (!forwardedPath.test(pathname)) return await app.fetch(new Request(request.url, { headers }));
    // `fetch` decompresses the response, so a 304 for the compressed one would be wrong.
    headers.delete('if-none-match');
    const response = await fetch(siteUrl + pathname + search, {
      method: request.method,
      headers,
      ...(request.body && { body: await request.arrayBuffer() }),
    });
    const { status } = response;
    return new Response(response.body, { status, headers: withoutEncoding(response.headers) });
  });
  const server = createServer(listener);
  const port = await freePort();
  const start = () => new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  await start();
  return {
    url: `http://localhost:${port}`,
    built,
    serve(version) {
      app = createVersion(version, siteUrl);
    },
    start,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function withoutEncoding(headers: Headers): Headers {
  const copy = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) copy.delete(name);
  return copy;
}

/** `rewrite`: changes the HTML of the site's own version into that of this one. */
type Version = { folder: string; worksOffline: boolean; rewrite?: (html: string) => string };

const createVersion = ({ folder, worksOffline, rewrite = (html) => html }: Version, siteUrl: string) =>
  createSite({
    folder,
    publicUrl: 'http://localhost',
    findPage: (address) => findPage(address, features),
    // The site serves the shell page at the addresses of pages with a parameter.
    async renderPage(path) {
      const page = await fetch(siteUrl + path.replace(/\/shell$/, '/dashboard/pass/any'));
      const html = rewrite(await page.text());
      return worksOffline ? html : html.replace('"offline",', '');
    },
    // Image URLs contain the origin of the site itself.
    allowed: { image: [siteUrl] },
    worksOffline,
  }).app;

const hashedName = /^(.*)-([\w-]{8})(\.(?:js|css|woff2))$/;

type NextVersion = {
  folder: string;
  rewrite: (html: string) => string;
  /** The paths of all files with a hash in their name. */
  files: string[];
  remove(): void;
};

/**
 * Copies the build as a later version: every hashed file has a new name, and `changes` are applied to its
 * texts.
 */
export function makeNextVersion(changes: Record<string, string>): NextVersion {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-next-'));
  const paths = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = new Map(
    paths.flatMap(({ name }) => {
      const [, stem, hash = '', ending] = hashedName.exec(name) ?? [];
      return stem ? [[name, `${stem}-${[...hash].reverse().join('')}${ending}`] as const] : [];
    }),
  );
  const rewrite = (text: string) => applyChanges(text, names, changes);
  cpSync(built, folder, { recursive: true, filter: (path) => !path.endsWith('.br') });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const renamed = names.get(basename(file));
    const isText = /\.(js|css)$/.test(file);
    const content = isText ? rewrite(readFileSync(file, 'utf8')) : readFileSync(file);
    if (renamed) rmSync(file);
    writeFileSync(renamed ? join(entry.parentPath, renamed) : file, content);
  }
  const files = [...names.values()].flatMap((name) => [`/assets/${name}`, `/bn/assets/${name}`]);
  return { folder, rewrite, files, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function applyChanges(text: string, names: Map<string, string>, changes: Record<string, string>): string {
  const renamed = text.replace(/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)/g, (name) => names.get(name) ?? name);
  return Object.entries(changes).reduce((now, [from, to]) => now.replaceAll(from, to), renamed);
}
