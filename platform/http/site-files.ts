import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** One built file, held in memory, compressed when it is first asked for. */
export type SiteFile = {
  type: string;
  etag: string;
  content: Buffer;
  compressed(encoding: 'br' | 'gzip'): Promise<Buffer>;
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

/** Every file of the built site by its path (`/assets/a.js`); build records (`.vite`) are left out. */
export function readSiteFiles(folder: string, fill: (html: string) => string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`;
    if (!entry.isFile() || path.includes('/.')) continue;
    const content = readFileSync(join(folder, path));
    const filled = /\.(html|txt|xml|webmanifest)$/.test(path)
      ? Buffer.from(fill(content.toString()))
      : content;
    files.set(path, toSiteFile(path, filled));
  }
  return files;
}

function toSiteFile(path: string, content: Buffer): SiteFile {
  const kept: Partial<Record<'br' | 'gzip', Promise<Buffer>>> = {};
  return {
    type: types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    content,
    compressed(encoding) {
      kept[encoding] ??= compress(content, encoding);
      return kept[encoding];
    },
  };
}

function compress(content: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content, { level: 9 });
  return promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}
