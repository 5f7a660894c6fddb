import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is deleted at the end of the test, and returns its path. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
  // A process that was killed may still be closing its files.
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}
