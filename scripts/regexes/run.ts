// Part of npm run check: whatever a stranger sends, each regular expression is done in linear time.
import { root } from '../set-up/paths.mjs';
import { checkRegexes } from './check.ts';

const problems = checkRegexes(root);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('Rewrite these so that they take linear time (docs/decisions/0048-linear-time.md).');
  process.exitCode = 1;
}
