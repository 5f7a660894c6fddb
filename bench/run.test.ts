import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/set-up/paths.mjs';

test('loads all rows outside of a test, and names them when one is unknown', async () => {
  const bench = new Promise((ended) => {
    execFile(
      process.execPath,
      [inRoot('bench', 'run.ts'), 'speed'],
      { env: { PATH: process.env.PATH } },
      (error, _out, stderr) => ended({ code: error?.code, stderr }),
    );
  });
  expect(await bench).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^Unknown rows: speed\. Available: reads, .*, cluster\.\n$/),
  });
});
