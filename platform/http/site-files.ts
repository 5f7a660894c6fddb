import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { compress, digestOf, type Encoding } from './compression.ts';

/** A file or a rendered page, held in memory. */
export type SiteFile = {
  type: string;
  /** Hash of the content, as `digestOf` returns it. */
  digest: string;
  content: Buffer;
  /** Compresses at first use with the best ratio and caches the result. */
  compressed(encoding: Encoding): Promise<Buffer>;
};

/**
 * Reads every file of the built site, keyed by its path (`/assets/a.js`), except build records (`.vite`).
 * `a.js.br` is the precompressed `a.js`.
 * @param fill replaces placeholders in XML, text files and the manifest
 */
export function readSiteFiles(folder: string, fill: (content: string) => string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`;
    if (!entry.isFile() || path.includes('/.') || path.endsWith('.br')) continue;
    const file = join(folder, path);
    const content = readFileSync(file);
    const isTemplate = /\.(txt|xml|webmanifest)$/.test(path);
    const brotli = !isTemplate && existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined;
    files.set(path, toSiteFile(path, isTemplate ? Buffer.from(fill(content.toString())) : content, brotli));
  }
  return files;
}

/** `path` decides the type. `brotli`: the content as the build has compressed it. */
export function toSiteFile(path: string, content: Buffer, brotli?: Buffer): SiteFile {
  const compressedByEncoding: Partial<Record<Encoding, Promise<Buffer>>> = {};
  if (brotli) compressedByEncoding.br = Promise.resolve(brotli);
  return {
    type: getMimeType(path) ?? 'application/octet-stream',
    digest: digestOf(content),
    content,
    compressed(encoding) {
      compressedByEncoding[encoding] ??= compress(content, encoding, { best: true });
      return compressedByEncoding[encoding];
    },
  };
}
