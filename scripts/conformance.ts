// npm run conformance: which requirement is shown by which test, from the last run; runs the tests if none was.
import { readFileSync } from 'node:fs';
import { parseRequirements } from './conformance/requirements.ts';
import { conformance, printTable } from './conformance/table.ts';
import { readPlaywright, readVitest } from './results/files.ts';
import { inRoot } from './set-up/paths.mjs';
import { build } from './suites/checks.ts';
import { runSuites } from './suites/run.ts';
import { journeys, unitTests } from './suites/runners.ts';

if (!readVitest()) await runSuites([unitTests]);
if (!readPlaywright()) await runSuites([build, journeys]);

const requirements = parseRequirements(readFileSync(inRoot('docs', 'REQUIREMENTS.tsv'), 'utf8'));
console.log(printTable(conformance(requirements, [...(readVitest() ?? []), ...(readPlaywright() ?? [])])));
