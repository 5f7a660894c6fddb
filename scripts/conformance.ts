// npm run conformance: shows which tests of the last run cover which requirement. Runs the tests if there was
// no run.
import { readFileSync } from 'node:fs';
import { formatTable, matchTests, parseRequirements } from './conformance/table.ts';
import { inRoot } from './set-up/paths.mjs';
import { build, journeys, unitTests } from './test-runner/all.ts';
import { playwrightFile, readResults, vitestFile } from './test-runner/results.ts';
import { runSuites } from './test-runner/run.ts';

if (!readResults(vitestFile)) await runSuites([build, unitTests]);
if (!readResults(playwrightFile)) await runSuites([build, journeys]);

const requirements = parseRequirements(readFileSync(inRoot('docs', 'REQUIREMENTS.tsv'), 'utf8'));
const results = [vitestFile, playwrightFile].flatMap((file) => readResults(file) ?? []);
console.log(formatTable(matchTests(requirements, results)));
