import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { formatter } from '@lingui/format-po';
import { inRoot } from '../set-up/paths.mjs';

/** Translations of a catalog, keyed by Lingui's message id. */
type Catalogue = Map<string, string>;

const po = formatter();
const cache = new Map<string, Promise<Catalogue>>();

/**
 * Returns a lookup for a module's translations, which searches its feature's catalog, then that of the web
 * folder, and returns undefined for a message without translation.
 */
export async function translationsFor(file: string, language: string) {
  const [, feature] = /\/web\/features\/([^/]+)\//.exec(file.split(sep).join('/')) ?? [];
  const folders = [...(feature ? [inRoot('web', 'features', feature)] : []), inRoot('web')];
  const catalogues = await Promise.all(
    folders.map((folder) => {
      const filename = join(folder, `messages.${language}.po`);
      const catalogue = cache.get(filename) ?? readCatalogue(filename);
      cache.set(filename, catalogue);
      return catalogue;
    }),
  );
  return (id: string): string | undefined =>
    catalogues.map((catalogue) => catalogue.get(id)).find((text) => text !== undefined);
}

async function readCatalogue(filename: string): Promise<Catalogue> {
  if (!existsSync(filename)) return new Map();
  const context = { locale: undefined, sourceLocale: 'en', filename };
  const messages = await po.parse(readFileSync(filename, 'utf8'), context);
  return new Map(
    Object.entries(messages).flatMap(([id, { translation }]) => (translation ? [[id, translation]] : [])),
  );
}
