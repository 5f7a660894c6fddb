import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { runStep } from './build-step.mjs';
import { completeNotices } from './notices.mjs';
import { inRoot } from './paths.mjs';
import { runCommand, runPinned } from './pinned-node.mjs';

const packageLists = ['package.json', 'package-lock.json'];

/** Sources of the pages and of the server. */
export const sources = {
  pages: {
    folders: ['web', 'contract', 'public', 'scripts/languages', 'scripts/set-up'],
    files: [
      ...['scripts/old-browsers/oldest.ts', 'scripts/broken-links.ts'],
      ...['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', ...packageLists],
    ],
  },
  server: {
    folders: ['app', 'cli', 'contract', 'platform', 'server', 'providers', 'samples', 'scripts/set-up'],
    files: packageLists,
  },
};

/** The server that `npm start` runs: app/main.ts and its imports, bundled into one file (decision 0007). */
export const serverFile = inRoot('build', 'site', 'main.js');

/** Builds the pages and the server if they are missing or out of date. */
export async function buildSite() {
  await buildIfChanged('pages', buildPages);
  await buildServer();
}

/** Global setup of vitest: builds the server, because some tests start it as a process. */
export const setup = () => buildServer();

/** Runs the bundler with the pinned Node, because this script may run on an older one. */
const buildServer = () => buildIfChanged('server', () => runScript('Server', 'bundle.mjs'));

/** Builds `name` if its sources have changed since the last build. */
async function buildIfChanged(name, build) {
  const stamp = inRoot('build', `${name}.stamp`);
  const fingerprint = fingerprintOf(sources[name]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  console.log(`Building the ${name} ...`);
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(inRoot('build'), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** Hashes names, sizes and times of the files in folders, and the content of single files. */
function fingerprintOf({ folders, files }) {
  const hash = createHash('sha256');
  for (const file of folders.flatMap(filesBelow)) {
    const { size, mtimeMs } = statSync(inRoot(file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  for (const file of files)
    if (existsSync(inRoot(file))) hash.update(file).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

function filesBelow(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** Runs a script of this folder as a step of the build. */
const runScript = (step, file) =>
  runStep(step, (output) => runPinned([inRoot('scripts', 'set-up', file)], { output }));

/**
 * Builds the files of the pages into build/client, and what renders the pages into build/server and
 * build/bn/server. Each language is a separate build.
 */
async function buildPages() {
  await Promise.all([buildLanguage('Pages in English', 'en'), buildLanguage('Pages in Bengali', 'bn')]);
  const client = inRoot('build', 'client');
  cpSync(inRoot('build', 'bn', 'client', 'bn'), join(client, 'bn'), { recursive: true });
  completeNotices(join(client, 'licences.txt'));
  await Promise.all(
    ['assets', 'bn/assets'].flatMap((folder) => filesBelow(`build/client/${folder}`)).map(precompress),
  );
  await runScript('Service worker', 'worker.mjs');
}

function buildLanguage(step, language) {
  const settings = { NODE_ENV: 'production', BUILD_LANGUAGE: language };
  return runStep(step, (output) =>
    runCommand('@react-router/dev', 'react-router', ['build'], settings, output),
  );
}

const compress = promisify(brotliCompress);

/** Compresses a script or style sheet with the best ratio, so that the server need not do it at startup. */
async function precompress(file) {
  if (/\.(js|css)$/.test(file))
    writeFileSync(inRoot(`${file}.br`), await compress(readFileSync(inRoot(file))));
}
