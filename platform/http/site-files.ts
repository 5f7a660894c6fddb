import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compress, type Encoding } from './compression.ts';

/** One built file, held in memory. */
export type SiteFile = {
  type: string;
  etag: string;
  content: Buffer;
  /** Compresses when it is first asked for, as small as can be, and keeps the result. */
  compressed(encoding: Encoding): Promise<Buffer>;
};

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
};

/**
 * Every file of the built site by its path (`/assets/a.js`); build records (`.vite`) are left out. `a.js.br`, where the
 * build left it, is `a.js` compressed.
 */
export function readSiteFiles(
  folder: string,
  fill: (content: string, path: string) => string,
): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`;
    if (!entry.isFile() || path.includes('/.') || path.endsWith('.br')) continue;
    const file = join(folder, path);
    const content = readFileSync(file);
    if (/\.(html|txt|xml|webmanifest)$/.test(path)) {
      files.set(path, toSiteFile(path, Buffer.from(fill(content.toString(), path))));
    } else {
      const brotli = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined;
      files.set(path, toSiteFile(path, content, brotli));
    }
  }
  return files;
}

function toSiteFile(path: string, content: Buffer, brotli?: Buffer): SiteFile {
  const kept: Partial<Record<Encoding, Promise<Buffer>>> = {};
  if (brotli) kept.br = Promise.resolve(brotli);
  return {
    type: types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    content,
    compressed(encoding) {
      kept[encoding] ??= compress(content, encoding, { once: true });
      return kept[encoding];
    },
  };
}
