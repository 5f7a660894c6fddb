import { relative } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { root } from '../set-up/paths.mjs';

type Messages = Record<string, { message?: string; translation?: string }>;

/** Part of npm run check: everything that the code says is translated, and nothing else. */
export async function checkTranslations(): Promise<string[]> {
  const config = getConfig({ cwd: root });
  const problems: string[] = [];
  for (const catalogue of await getCatalogs(config)) {
    const said = (await catalogue.collect()) ?? {};
    for (const language of config.locales) {
      const translated = (await catalogue.read(language)) ?? {};
      problems.push(...compareCatalogue(relative(root, catalogue.getFilename(language)), said, translated));
    }
  }
  return problems;
}

/** What one catalogue lacks, and what it has too much. `said`: the code's messages; `translated`: the file's, by the same ids. */
export function compareCatalogue(file: string, said: Messages, translated: Messages): string[] {
  const name = (id: string) => JSON.stringify(said[id]?.message ?? translated[id]?.message ?? id);
  const missing = Object.keys(said).filter((id) => !translated[id]?.translation);
  const leftOver = Object.keys(translated).filter((id) => !said[id]);
  return [
    ...missing.map((id) => `${file}: not translated: ${name(id)}`),
    ...leftOver.map((id) => `${file}: nobody says this any more: ${name(id)}`),
  ];
}
