import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Returns what a check finds in a temporary folder with these files. */
export function checkTree<Found>(files: Record<string, string>, check: (root: string) => Found): Found {
  using root = mkdtempDisposableSync(join(tmpdir(), 'sources-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root.path, path)), { recursive: true });
    writeFileSync(join(root.path, path), text);
  }
  return check(root.path);
}
