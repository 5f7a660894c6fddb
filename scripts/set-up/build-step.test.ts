import { mkdtempDisposableSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runStep } from './build-step.mjs';
import { SetupError } from './pinned-node.mjs';

/** Runs a step that writes 100 lines and returns this exit code. */
async function run(status: number): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-step-'));
  const writeLines = async (output: number) => {
    for (let line = 1; line <= 100; line += 1) writeSync(output, `line ${line}\n`);
    return status;
  };
  await runStep('Pages in English', writeLines, folder.path);
}

test('a step of the build prints one line', async () => {
  using log = vi.spyOn(console, 'log').mockReturnValue();
  await run(0);
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^ {2}Pages in English: \d+\.\d s$/)]]);
});

test('a failed step reports the end of its log and where all of it is', async () => {
  const failure = await run(1).catch((error) => error);
  expect(failure).toBeInstanceOf(SetupError);
  const lines = failure.message.split('\n');
  expect(lines[0]).toBe('line 71');
  expect(lines.at(-3)).toBe('line 100');
  expect(lines.at(-1)).toMatch(
    /^The build failed: Pages in English\. See above: The last 30 lines of \S+pages-in-english\.log\.$/,
  );
});
