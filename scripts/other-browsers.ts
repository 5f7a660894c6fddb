// npm run test:browsers: the journeys in Firefox and WebKit alone.
import { build } from './suites/checks.ts';
import { runSuites } from './suites/run.ts';
import { otherBrowsers } from './suites/runners.ts';

await runSuites([build, otherBrowsers]);
