import { rmSync } from 'node:fs';
import { keptLogs } from '#platform/testing/kept-logs.ts';
import { runOtherBrowsers } from '../../e2e/other-browsers/suite.ts';
import { readKeptLogs } from '../kept-logs/read.ts';
import { playwrightFile, readPlaywright, readVitest, vitestFile } from '../results/files.ts';
import { runCommand } from '../set-up/pinned-node.mjs';
import { type Suite, tally } from './suite.ts';

export const unitTests: Suite = {
  name: 'unit, application, both databases',
  async run() {
    rmSync(vitestFile, { force: true });
    rmSync(keptLogs, { recursive: true, force: true });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestFile}`];
    const exitCode = await runCommand('vitest', 'vitest', ['run', ...reporters]);
    return tally(readVitest(), exitCode);
  },
};

export const journeys: Suite = {
  name: 'journeys in a browser',
  async run() {
    rmSync(playwrightFile, { force: true });
    const exitCode = await runCommand('@playwright/test', 'playwright', ['test', '--reporter=line,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile,
    });
    return tally(readPlaywright(), exitCode);
  },
};

/** Firefox and WebKit, where they are installed; `notes` says where they are not. */
export const otherBrowsers: Suite = {
  name: 'journeys in Firefox and WebKit',
  async run() {
    const { results, notes } = await runOtherBrowsers();
    return { ...tally(results, 0), notes };
  },
};

/** After the others: what their servers have said. */
export const logsOfAll: Suite = {
  name: 'logs of all these servers',
  run: async () => tally(readKeptLogs(keptLogs), 0),
};
