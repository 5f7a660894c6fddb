// Part of npm run check: everything that the code says is translated, and nothing else.
import { relative } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { root } from '../set-up/paths.mjs';
import { compareCatalogue } from './compare.ts';

const config = getConfig({ cwd: root });
const catalogues = await getCatalogs(config);
const compared = await Promise.all(
  catalogues.flatMap(async (catalogue) => {
    const said = (await catalogue.collect()) ?? {};
    return config.locales.map(async (language) =>
      compareCatalogue(
        relative(root, catalogue.getFilename(language)),
        said,
        (await catalogue.read(language)) ?? {},
      ),
    );
  }),
);
const problems = (await Promise.all(compared.flat())).flat();
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('npm run messages brings the files up to date; then fill in what is empty.');
  process.exitCode = 1;
}
