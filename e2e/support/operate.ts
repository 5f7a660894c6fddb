import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Site } from './site.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

/** What the operator's command prints, while the site runs. */
export async function operate({ dataDir }: Site, ...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, ['operate.ts', ...words], { cwd, env });
  return stdout;
}
