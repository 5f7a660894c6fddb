import { relative } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { root } from '../set-up/paths.mjs';

type Messages = Record<string, { message?: string; translation?: string }>;

/**
 * Part of `npm run check`: checks that the catalogs contain translations of exactly the messages in the code.
 */
export async function checkTranslations(): Promise<string[]> {
  const config = getConfig({ cwd: root });
  const problems: string[] = [];
  for (const catalog of await getCatalogs(config)) {
    const source = (await catalog.collect()) ?? {};
    for (const language of config.locales) {
      const translated = (await catalog.read(language)) ?? {};
      problems.push(...compareCatalog(relative(root, catalog.getFilename(language)), source, translated));
    }
  }
  return problems;
}

/**
 * Compares a catalog with the code. `source` has the code's messages and `translated` those of the catalog,
 * both keyed by message id.
 */
export function compareCatalog(file: string, source: Messages, translated: Messages): string[] {
  const name = (id: string) => JSON.stringify(source[id]?.message ?? translated[id]?.message ?? id);
  const missing = Object.keys(source).filter((id) => !translated[id]?.translation);
  const unused = Object.keys(translated).filter((id) => !source[id]);
  return [
    ...missing.map((id) => `${file}: not translated: ${name(id)}`),
    ...unused.map((id) => `${file}: no longer used: ${name(id)}`),
  ];
}
