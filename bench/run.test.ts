import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/set-up/paths.mjs';

test('loads all rows outside of a test, and names them when one is unknown', async () => {
  const env = { PATH: process.env.PATH };
  const bench = promisify(execFile)(process.execPath, [inRoot('bench', 'run.ts'), 'speed'], { env });
  const stderr = expect.stringMatching(/^Unknown rows: speed\. Available: reads, .*, cluster\.\n$/);
  await expect(bench).rejects.toMatchObject({ code: 1, stderr });
});
