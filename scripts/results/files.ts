import { readFileSync } from 'node:fs';
import { inRoot } from '../set-up/paths.mjs';
import { playwrightResults } from './playwright.ts';
import type { Result } from './result.ts';
import { vitestResults } from './vitest.ts';

/** Where `npm test` has the two runners leave their reports. */
export const vitestFile = inRoot('build', 'test-results', 'vitest.json');
export const playwrightFile = inRoot('build', 'test-results', 'playwright.json');

export const readVitest = () => read(vitestFile, vitestResults);
export const readPlaywright = () => read(playwrightFile, playwrightResults);

/** Undefined when there is no readable report: the runner never came so far. */
function read<Report>(file: string, results: (report: Report) => Result[]): Result[] | undefined {
  try {
    return results(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
