// npm run check: what answers within seconds, before a commit.
import { fastChecks } from './suites/checks.ts';
import { runSuites } from './suites/run.ts';

await runSuites(fastChecks);
