import { readdirSync } from 'node:fs';
import { unlessBuilt } from './built.mjs';
import { SetUpFailure } from './failure.mjs';
import { inRoot, root } from './paths.mjs';
import { runPinned } from './pinned-node.mjs';

const modulesOfTheRoot = readdirSync(root).filter((name) => /(?<!\.(config|test))\.ts$/.test(name));

const sources = {
  folders: ['contract', 'platform', 'server', 'providers', 'samples', 'third-parties', 'scripts/set-up'],
  files: [...modulesOfTheRoot, 'package.json', 'package-lock.json'],
};

/** What `npm start` runs: main.ts and all that it needs, as one file (decision 0024). Beside it lies operate.ts so. */
export const serverFile = inRoot('build', 'site', 'main.js');

/** Writes it, unless it was made from what is there now. */
export function buildServer() {
  return unlessBuilt('server', sources, async () => {
    // The bundler wants a Node of this decade; we may run under the one that npm was started with.
    const status = await runPinned([inRoot('scripts', 'set-up', 'bundle.mjs')]);
    if (status !== 0) throw new SetUpFailure('Building the server failed (see above).');
  });
}
