import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createSite } from '#platform/http/site.ts';
import { freePort } from '#platform/testing/ports.ts';
import { memberPages, notFoundPage, publicPages } from '../../contract/site.ts';

const built = fileURLToPath(new URL('../../build/client', import.meta.url));

/** Serves the built pages in the site's place, in one version or another; the calls go to the site itself. */
export type Front = {
  url: string;
  /** The pages as they are built now. */
  built: string;
  /** From now on this version is served, and nothing of the one before. */
  serve(version: Version): void;
  /** Nobody listens there any more, as while a server is started anew; until `back`. */
  away(): void;
  back(): Promise<void>;
};

export async function openFront(behind: string): Promise<Front> {
  let app = siteOf({ folder: built, worksOffline: true }, behind);
  let worksOffline = true;
  const called = /^\/(api|identity|images)\//;
  const listener = getRequestListener(async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    // To compress a version that no build has compressed takes many seconds.
    headers.delete('accept-encoding');
    if (!called.test(pathname)) return await app.fetch(new Request(request.url, { headers }));
    // What it would leave out as known is not what is told here.
    headers.delete('if-none-match');
    const answer = await fetch(behind + pathname + search, {
      method: request.method,
      headers,
      ...(request.body && { body: await request.arrayBuffer() }),
    });
    if (pathname !== '/api/config' || worksOffline)
      return new Response(answer.body, { status: answer.status, headers: plain(answer.headers) });
    const config = (await answer.json()) as { parts: string[] };
    return Response.json({ ...config, parts: config.parts.filter((part) => part !== 'offline') });
  });
  const server = createServer(listener);
  const port = await freePort();
  const back = () => new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  await back();
  return {
    url: `http://localhost:${port}`,
    built,
    serve(version) {
      app = siteOf(version, behind);
      worksOffline = version.worksOffline;
    },
    back,
    away() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function plain(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}

type Version = { folder: string; worksOffline: boolean };

const siteOf = ({ folder, worksOffline }: Version, behind: string) =>
  createSite({
    folder,
    publicUrl: 'http://localhost',
    publicPages,
    notFoundPage,
    browserPages: memberPages,
    bases: ['/bn'],
    // Pictures say where they are by the address of the site itself.
    allowed: { image: [behind] },
    worksOffline,
  }).app;

const named = /^(.*)-([\w-]{8})(\.(?:js|css|woff2))$/;

type NextVersion = {
  folder: string;
  /** Paths of all files whose name carries a hash. */
  files: string[];
  remove(): void;
};

/** The built site as a later build would have it: every file under a new name, and `changes` in its texts. */
export function makeNextVersion(changes: Record<string, string>): NextVersion {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-next-'));
  const paths = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = new Map(
    paths.flatMap(({ name }) => {
      const [, stem, hash = '', ending] = named.exec(name) ?? [];
      return stem ? [[name, `${stem}-${[...hash].reverse().join('')}${ending}`] as const] : [];
    }),
  );
  cpSync(built, folder, { recursive: true, filter: (path) => !path.endsWith('.br') });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const renamed = names.get(basename(file));
    const isText = /\.(html|js|css)$/.test(file);
    const content = isText ? rewrite(readFileSync(file, 'utf8'), names, changes) : readFileSync(file);
    if (renamed) rmSync(file);
    writeFileSync(renamed ? join(entry.parentPath, renamed) : file, content);
  }
  const files = [...names.values()].flatMap((name) => [`/assets/${name}`, `/bn/assets/${name}`]);
  return { folder, files, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function rewrite(text: string, names: Map<string, string>, changes: Record<string, string>): string {
  const renamed = text.replace(/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)/g, (name) => names.get(name) ?? name);
  return Object.entries(changes).reduce((now, [from, to]) => now.replaceAll(from, to), renamed);
}
