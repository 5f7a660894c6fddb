import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { unlessBuilt } from './built.mjs';
import { SetUpFailure } from './failure.mjs';
import { completeNotices } from './notices.mjs';
import { inRoot } from './paths.mjs';
import { runCommand, runPinned } from './pinned-node.mjs';

const sources = {
  folders: ['web', 'contract', 'public', 'scripts/languages'],
  files: [
    ...['scripts/old-browsers/oldest.ts', 'scripts/lost-pages.ts'],
    ...['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
    ...['notices', 'built-site', 'worker'].map((name) => `scripts/set-up/${name}.mjs`),
  ],
};

/** Builds the pages into build/client, each language on its own, unless they were built from what is there now. */
export function buildPages() {
  return unlessBuilt('pages', sources, async () => {
    await buildIn('en');
    await buildIn('bn');
    addToSite('bn');
    completeNotices(inRoot('build', 'client', 'licences.txt'));
    for (const language of ['', 'bn']) compressAssets(inRoot('build', 'client', language, 'assets'));
    if ((await runPinned([inRoot('scripts', 'set-up', 'worker.mjs')])) !== 0)
      throw new SetUpFailure('Building the service worker failed (see above).');
  });
}

async function buildIn(language) {
  const settings = { NODE_ENV: 'production', BUILD_LANGUAGE: language };
  const status = await runCommand('@react-router/dev', 'react-router', ['build'], settings);
  if (status !== 0) throw new SetUpFailure('Building the pages failed (see above).');
}

/** What is of that language lies below its name. */
function addToSite(language) {
  const built = inRoot('build', language, 'client');
  renameSync(join(built, 'index.html'), join(built, language, '__spa-fallback.html'));
  cpSync(join(built, language), inRoot('build', 'client', language), { recursive: true });
}

/** Beside the files and as small as can be, so that nobody waits for it when the site starts. */
function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (/\.(js|css)$/.test(name)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}
