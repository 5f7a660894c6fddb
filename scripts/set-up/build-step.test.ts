import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runStep } from './build-step.mjs';
import { SetupError } from './pinned-node.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-step-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

/** Writes 100 lines and returns an exit code. */
const step = (status: number) => async (output: number) => {
  for (let line = 1; line <= 100; line += 1) writeSync(output, `line ${line}\n`);
  return status;
};

test('a step of the build prints one line', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await runStep('Pages in English', step(0), folder);
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^ {2}Pages in English: \d+\.\d s$/)]]);
});

test('a failed step reports the end of its log and where all of it is', async () => {
  const failure = await runStep('Pages in English', step(1), folder).catch((error) => error);
  expect(failure).toBeInstanceOf(SetupError);
  const lines = failure.message.split('\n');
  expect(lines[0]).toBe('line 71');
  expect(lines.at(-3)).toBe('line 100');
  expect(lines.at(-1)).toMatch(
    /^The build failed: Pages in English\. See above: The last 30 lines of \S+pages-in-english\.log\.$/,
  );
});
