import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { formatter } from '@lingui/format-po';
import { inRoot } from '../set-up/paths.mjs';

/** Translations of one catalogue by the id that Lingui gives a message. */
type Catalogue = Map<string, string>;

const po = formatter();
const read = new Map<string, Promise<Catalogue>>();

/**
 * What a module's messages are in that language: its room's catalogue, else that of the web folder. Undefined for what is not
 * translated.
 */
export async function translationsFor(file: string, language: string) {
  const [, deps] = /\/web\/features\/([^/]+)\//.exec(file.split(sep).join('/')) ?? [];
  const folders = [...(deps ? [inRoot('web', 'features', deps)] : []), inRoot('web')];
  const catalogues = await Promise.all(
    folders.map((folder) => readCatalogue(join(folder, `messages.${language}.po`))),
  );
  return (id: string): string | undefined =>
    catalogues.map((catalogue) => catalogue.get(id)).find((text) => text !== undefined);
}

function readCatalogue(file: string): Promise<Catalogue> {
  const known = read.get(file) ?? parseCatalogue(file);
  read.set(file, known);
  return known;
}

async function parseCatalogue(filename: string): Promise<Catalogue> {
  if (!existsSync(filename)) return new Map();
  const context = { locale: undefined, sourceLocale: 'en', filename };
  const messages = await po.parse(readFileSync(filename, 'utf8'), context);
  return new Map(
    Object.entries(messages).flatMap(([id, { translation }]) => (translation ? [[id, translation]] : [])),
  );
}
