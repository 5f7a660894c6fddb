import { chmodSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseNode, pinnedVersion } from './pinned-node.mjs';

const old = { path: '/usr/bin/node', version: 'v18.20.4' };

/** Calls chooseNode with a binary that prints `output` and exits with `status`. */
function choose(output: string, status: number, own = old): string {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-node-'));
  const binary = join(folder.path, 'node');
  writeFileSync(binary, `#!/bin/sh\necho '${output}' >&2\nexit ${status}\n`);
  chmodSync(binary, 0o755);
  return chooseNode({ binary, own }).replace(folder.path, '');
}
const linkerError = (library: string) =>
  `node: error while loading shared libraries: ${library}: cannot open shared object file: No such file`;

describe.skipIf(process.platform === 'win32')('the Node that runs the site', () => {
  test('is the pinned one where it runs', () => {
    expect(choose('', 0)).toBe('/node');
  });

  test.each(['v26.0.0', `v${pinnedVersion}`])(
    'is %s of the machine where the pinned one does not run',
    (version) => {
      const own = { path: '/usr/bin/node', version };
      expect(choose(linkerError('libatomic.so.1'), 127, own)).toBe('/usr/bin/node');
      expect(chooseNode({ binary: '/missing/node', own })).toBe('/usr/bin/node');
    },
  );

  test.each([
    ['libatomic.so.1', 'libatomic1'],
    ['libstdc++.so.6', 'libstdc++6'],
    ['libgcc_s.so.1', 'libgcc-s1'],
  ])('needs the package of %s if the machine has only an old Node: one line names it', (library, debian) => {
    expect(() => choose(linkerError(library), 127)).toThrow(
      `Node ${pinnedVersion} does not run here, because ${library} is missing. Install the package that contains it (${debian} on Debian). Or install Node ${pinnedVersion} or newer. Then try again.`,
    );
  });

  test('cannot be found elsewhere: one line says which one to install', () => {
    expect(() => choose('Exec format error', 126)).toThrow(
      /does not run here \(Exec format error\)\. Or install/,
    );
    expect(() => chooseNode({ own: old })).toThrow(/^There is no package with Node [^\n]+ or newer\./);
  });
});
