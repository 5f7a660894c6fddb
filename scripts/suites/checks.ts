import { inRoot } from '../set-up/paths.mjs';
import { runCommand, runPinned } from '../set-up/pinned-node.mjs';
import { buildSite } from '../set-up/site.mjs';
import { check } from './suite.ts';

const colors = process.stdout.isTTY ? 'force' : 'off';

export const fastChecks = [
  check('format and lint', () => runCommand('@biomejs/biome', 'biome', ['ci', `--colors=${colors}`])),
  check(
    'types',
    () => runCommand('@react-router/dev', 'react-router', ['typegen']),
    () => runCommand('typescript', 'tsc', ['--noEmit', '-p', '.']),
  ),
  check('import rules', () => runPinned([inRoot('scripts', 'import-rules', 'run.ts')])),
  check('regular expressions', () => runPinned([inRoot('scripts', 'regexes', 'run.ts')])),
  check('translations', () => runPinned([inRoot('scripts', 'languages', 'run.ts')])),
  check('unused code and packages', () => runCommand('knip', 'knip', ['--no-progress'])),
];

export const build = check('build', async () => {
  await buildSite();
  return 0;
});
