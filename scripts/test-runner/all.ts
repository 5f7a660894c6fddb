import { rmSync } from 'node:fs';
import { LOG_FOLDER } from '#platform/testing/log-collector.ts';
import { runOtherBrowsers } from '../../e2e/other-browsers/suite.ts';
import { checkImports } from '../import-rules/check.ts';
import { checkTranslations } from '../languages/check.ts';
import { checkLogs } from '../log-privacy/persons.ts';
import { inRoot } from '../set-up/paths.mjs';
import { runCommand } from '../set-up/pinned-node.mjs';
import { buildSite } from '../set-up/site.mjs';
import { playwrightFile, readResults, vitestFile } from './results.ts';
import { createCheck, resultsOf, type Suite } from './run.ts';

const colors = process.stdout.isTTY ? 'force' : 'off';

export const fastChecks = [
  createCheck('format and lint', () => runCommand('@biomejs/biome', 'biome', ['ci', `--colors=${colors}`])),
  createCheck(
    'types',
    () => runCommand('@react-router/dev', 'react-router', ['typegen']),
    () => runCommand('typescript', 'tsc', ['--noEmit', '-p', '.']),
  ),
  createCheck('import rules', async () => print(checkImports())),
  createCheck('translations', async () =>
    print(
      await checkTranslations(),
      'Run `npm run messages` to update the files, then fill in the empty translations.',
    ),
  ),
  createCheck('unused code and packages', () => runCommand('knip', 'knip', ['--no-progress'])),
];

/** Prints the problems with the advice for them. Returns their number, which is 0 when the check passed. */
function print(problems: string[], advice = ''): number {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 && advice) console.error(advice);
  return problems.length;
}

export const build = createCheck('build', async () => {
  await buildSite();
  return 0;
});

/** Creates a suite of a test runner, whose reporter writes the results to `file`. */
const testRunner = (name: string, file: string, run: () => Promise<number>): Suite => ({
  name,
  async run() {
    rmSync(file, { force: true });
    const exitCode = await run();
    return { results: resultsOf(readResults(file), exitCode) };
  },
});
const reporter = (file: string): string => inRoot('scripts', 'test-runner', file);

const { NODE_OPTIONS = '' } = process.env;
/** Lets browsers and tests find `localhost` on machines that do not resolve it. */
export const withLocalhost = {
  NODE_OPTIONS: `${NODE_OPTIONS} --require "${inRoot('scripts', 'test-runner', 'localhost.cjs')}"`,
};

export const unitTests = testRunner('unit, application, both databases', vitestFile, () => {
  rmSync(LOG_FOLDER, { recursive: true, force: true });
  const reporters = ['--reporter=default', `--reporter=${reporter('vitest-reporter.ts')}`];
  return runCommand('vitest', 'vitest', ['run', ...reporters], withLocalhost);
});

export const journeys = testRunner('journeys in a browser', playwrightFile, () => {
  const reporters = `--reporter=line,${reporter('playwright-reporter.ts')}`;
  return runCommand('@playwright/test', 'playwright', ['test', reporters], withLocalhost);
});

/** Runs the journeys in Firefox and WebKit if they are installed. `notes` names those that are not. */
export const otherBrowsers: Suite = { name: 'journeys in Firefox and WebKit', run: () => runOtherBrowsers() };

/** Checks the logs of the servers of other suites, so it must run after them. */
export const logPrivacy: Suite = {
  name: 'logs of all servers',
  run: async () => ({ results: checkLogs(LOG_FOLDER) }),
};
