import { checkImports } from '../import-rules/check.ts';
import { checkRegexes } from '../regexes/check.ts';
import { inRoot, root } from '../set-up/paths.mjs';
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
  check('import rules', async () => print(checkImports(root))),
  check('regular expressions', async () =>
    print(checkRegexes(root), 'Rewrite these to take linear time (docs/decisions/0048-linear-time.md).'),
  ),
  check('translations', () => runPinned([inRoot('scripts', 'languages', 'run.ts')])),
  check('unused code and packages', () => runCommand('knip', 'knip', ['--no-progress'])),
];

/** Prints the problems with the advice for them; returns their number, which is 0 when the check passed. */
function print(problems: string[], advice = ''): number {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 && advice) console.error(advice);
  return problems.length;
}

export const build = check('build', async () => {
  await buildSite();
  return 0;
});
