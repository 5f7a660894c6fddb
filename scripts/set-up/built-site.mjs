import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

const membersPageChunk = 'appointments-page';
/** The sign-in client (web/auth/session-operations.ts) is large, so it is cached only for members. */
const signInChunk = 'session-operations';
/**
 * Chunks that the worker caches once a member has opened the list of appointments, so that the member pages
 * work offline.
 */
export const memberChunks = [
  'guard',
  'dashboard-layout',
  membersPageChunk,
  'pass-page',
  'payment-page',
  signInChunk,
];

/** React Router's manifest, which lists all files. The member pages do not need it. */
const manifestChunk = 'manifest';

/**
 * Returns what the service worker needs to know about the built pages in a folder.
 * @param {string} folder
 * @returns {import('../../web/pwa/worker/build-info.ts').BuiltSite}
 */
export function readBuiltSite(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((file) => `/${file.split(sep).join('/')}`);
  const files = paths
    .filter((path) => /^(\/[a-z]{2})?\/assets\/[^/]+\.(js|css|woff2)$/.test(path))
    .sort(compareStylesFirst);
  return { files, later: findLaterFiles(folder, files) };
}

/** Sorts styles before scripts, because a script renders as soon as it is loaded. */
const compareStylesFirst = (one, other) => Number(one.endsWith('.js')) - Number(other.endsWith('.js'));

function findLaterFiles(folder, files) {
  const styles = new Map(
    files.filter((file) => nameOf(file) === manifestChunk).flatMap((file) => stylesOfRoutes(folder, file)),
  );
  const references = new Map(
    files.map((file) => [file, [...(styles.get(file) ?? []), ...referencesIn(folder, file, files)]]),
  );
  const later = {};
  for (const [index, file] of files.entries()) {
    const name = nameOf(file);
    if (name === manifestChunk) continue;
    const ofMembers = (other) => dirname(other) === dirname(file) && memberChunks.includes(nameOf(other));
    const needed =
      name === membersPageChunk
        ? closure([file, ...files.filter(ofMembers)], references, [manifestChunk])
        : closure([file], references, [manifestChunk, signInChunk]);
    const indexes = needed.filter((other) => other !== file).map((other) => files.indexOf(other));
    if (indexes.length > 0) later[index] = indexes;
  }
  return later;
}

/**
 * Returns the files in `start` with all that they refer to, dependencies first, so that an interrupted
 * download is usable.
 */
function closure(start, references, excluded) {
  const visited = new Set();
  const visit = (file) => {
    if (visited.has(file)) return [];
    visited.add(file);
    const next = references.get(file).filter((other) => !excluded.includes(nameOf(other)));
    return [...next.flatMap(visit), file];
  };
  return start.flatMap(visit);
}

/** Returns the name of a chunk without its hash. */
const nameOf = (file) => basename(file).replace(/-[\w-]{8}\.\w+$/, '');

/** Returns the style sheets of each route's script: only React Router's manifest names them. */
function stylesOfRoutes(folder, manifest) {
  const code = readFileSync(join(folder, manifest), 'utf8');
  const { routes } = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1));
  return Object.values(routes).map(({ module, css = [] }) => [
    module,
    css.map((path) => path.replace('#', '')),
  ]);
}

/** Returns the files whose names occur in a file, which are its imports and those in lists of dependencies. */
function referencesIn(folder, file, files) {
  if (file.endsWith('.woff2')) return [];
  const code = readFileSync(join(folder, file), 'utf8');
  const ownFolder = file.slice(0, file.lastIndexOf('/') + 1);
  return files.filter(
    (other) => other !== file && other.startsWith(ownFolder) && code.includes(basename(other)),
  );
}
