// npm test: every check and every test.
import { build, fastChecks } from './suites/checks.ts';
import { runSuites } from './suites/run.ts';
import { journeys, logsOfAll, otherBrowsers, unitTests } from './suites/runners.ts';

await runSuites([...fastChecks, build, unitTests, journeys, otherBrowsers, logsOfAll]);
