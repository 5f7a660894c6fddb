// npm test: all checks and tests. npm run check: the fast checks. npm run test:browsers: the journeys in
// Firefox and WebKit only.
import { build, fastChecks, journeys, logPrivacy, otherBrowsers, unitTests } from './test-runner/all.ts';
import { runSuites } from './test-runner/run.ts';

const suites = {
  // Chromium's journeys leave a sixth of two cores idle (decision 0064).
  all: [...fastChecks, build, unitTests, [journeys, otherBrowsers], logPrivacy],
  check: fastChecks,
  browsers: [build, otherBrowsers],
};
const [, , name = 'all'] = process.argv;
const chosen = new Map(Object.entries(suites)).get(name);
if (!chosen) throw new Error(`There is no suite "${name}". Choose one of ${Object.keys(suites).join(', ')}.`);
await runSuites(chosen);
