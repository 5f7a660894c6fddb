import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { unlessBuilt } from './built.mjs';
import { SetUpFailure } from './failure.mjs';
import { completeNotices } from './notices.mjs';
import { inRoot } from './paths.mjs';
import { runCommand } from './pinned-node.mjs';

const sources = {
  folders: ['web', 'contract', 'public'],
  files: [
    ...['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
    'scripts/set-up/notices.mjs',
  ],
};

/** Builds the pages into build/client, unless they were built from what is there now. */
export function buildPages() {
  return unlessBuilt('pages', sources, async () => {
    const status = await runCommand('@react-router/dev', 'react-router', ['build'], {
      NODE_ENV: 'production',
    });
    if (status !== 0) throw new SetUpFailure('Building the pages failed (see above).');
    completeNotices(inRoot('build', 'client', 'licences.txt'));
    compressAssets();
  });
}

/** Beside the files and as small as can be, so that nobody waits for it when the site starts. */
function compressAssets() {
  const folder = inRoot('build', 'client', 'assets');
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (/\.(js|css)$/.test(name)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}
