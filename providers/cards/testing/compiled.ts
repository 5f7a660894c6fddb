import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const compiler = join(packages, 'typescript', 'bin', 'tsc');
const options = [
  '--strict',
  '--noEmit',
  '--skipLibCheck',
  '--pretty',
  'false',
  '--target',
  'esnext',
  '--module',
  'preserve',
];

/** What TypeScript has to say against a text that may use our packages: nothing, or one line an error. */
export async function compile(text: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-shapes-'));
  try {
    symlinkSync(packages, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'answers.ts'), text);
    const run = promisify(execFile)(process.execPath, [compiler, ...options, 'answers.ts'], { cwd: folder });
    const { stdout } = await run.catch((error: { stdout?: string }) => {
      if (!error.stdout) throw error;
      return { stdout: error.stdout };
    });
    return stdout.split('\n').filter(Boolean);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
