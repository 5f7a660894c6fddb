import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter } from 'vitest/node';
import { vitestFile, vitestResults } from './results.ts';

/** Writes the results for the end of a run. Vitest's JSON report has no errors outside the tests. */
export default class implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (files, unhandledErrors) => {
    mkdirSync(dirname(vitestFile), { recursive: true });
    writeFileSync(vitestFile, JSON.stringify(vitestResults(files, unhandledErrors)));
  };
}
