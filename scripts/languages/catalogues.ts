import { existsSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
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
  const [, room] = file.split(sep).join('/').split('/web/features/');
  const catalogues = await Promise.all([
    ...(room
      ? [readCatalogue(inRoot('web', 'features', room.split('/')[0], `messages.${language}.po`))]
      : []),
    readCatalogue(inRoot('web', `messages.${language}.po`)),
  ]);
  return (id: string): string | undefined =>
    catalogues.map((catalogue) => catalogue.get(id)).find((text) => text !== undefined);
}

function readCatalogue(file: string): Promise<Catalogue> {
  const known = read.get(file) ?? parseCatalogue(file);
  read.set(file, known);
  return known;
}

async function parseCatalogue(file: string): Promise<Catalogue> {
  if (!existsSync(file)) return new Map();
  const messages = await po.parse(readFileSync(file, 'utf8'), {
    locale: undefined,
    sourceLocale: 'en',
    filename: file,
  });
  const texts = Object.entries(messages).map(([id, { translation }]) => [id, translation] as const);
  return new Map(texts.flatMap(([id, text]) => (text ? [[id, text] as const] : [])));
}
