// npm test: every check and every test. npm run check: what answers within seconds. npm run test:browsers: the journeys in
// Firefox and WebKit alone.
import { build, fastChecks, journeys, logsOfAll, otherBrowsers, unitTests } from './test-runner/all.ts';
import { runSuites } from './test-runner/run.ts';

const suites = {
  all: [...fastChecks, build, unitTests, journeys, otherBrowsers, logsOfAll],
  check: fastChecks,
  browsers: [build, otherBrowsers],
};
const [, , name = 'all'] = process.argv;
const chosen = new Map(Object.entries(suites)).get(name);
if (!chosen) throw new Error(`There are no suites "${name}": choose ${Object.keys(suites).join(', ')}.`);
await runSuites(chosen);
