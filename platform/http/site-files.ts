import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { compress, type Encoding } from './compression.ts';

/** One built file, held in memory. */
export type SiteFile = {
  type: string;
  etag: string;
  content: Buffer;
  /** Compresses when it is first asked for, as small as can be, and keeps the result. */
  compressed(encoding: Encoding): Promise<Buffer>;
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
    const isFilled = /\.(html|txt|xml|webmanifest)$/.test(path);
    const brotli = !isFilled && existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined;
    files.set(
      path,
      toSiteFile(path, isFilled ? Buffer.from(fill(content.toString(), path)) : content, brotli),
    );
  }
  return files;
}

function toSiteFile(path: string, content: Buffer, brotli?: Buffer): SiteFile {
  const kept: Partial<Record<Encoding, Promise<Buffer>>> = {};
  if (brotli) kept.br = Promise.resolve(brotli);
  return {
    type: getMimeType(path) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    content,
    compressed(encoding) {
      kept[encoding] ??= compress(content, encoding, { once: true });
      return kept[encoding];
    },
  };
}
