import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { expect, test } from 'vitest';
import { inRoot } from '../set-up/paths.mjs';

const config = getConfig({ cwd: inRoot() });
const catalogues = await getCatalogs(config);

test.each(catalogues.map((catalogue) => [catalogue.path.slice(inRoot().length), catalogue] as const))(
  '%s: everything that the code says is translated, and nothing else',
  async (_, catalogue) => {
    const said = (await catalogue.collect()) ?? {};
    for (const language of config.locales) {
      const translated = (await catalogue.read(language)) ?? {};
      const missing = Object.keys(said).filter((id) => !translated[id]?.translation);
      const leftOver = Object.keys(translated).filter((id) => !said[id]);
      expect(missing.map((id) => said[id]?.message ?? id)).toEqual([]);
      expect(leftOver.map((id) => translated[id]?.message ?? id)).toEqual([]);
    }
  },
);
