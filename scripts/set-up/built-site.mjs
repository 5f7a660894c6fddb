import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

/** Chunks that the worker caches once a member has opened the list of appointments, so that these pages work offline. */
const membersPageChunk = 'appointments-page';
/** The sign-in client (web/auth/client.ts): large, so it is cached only for members. */
const signInChunk = 'client';
export const memberChunks = [
  'guard',
  'dashboard-layout',
  membersPageChunk,
  'pass-page',
  'payment-page',
  signInChunk,
];

/** Lists all files and is needed by none of these. */
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
    .sort(scriptsLast);
  const pages = paths
    .filter((path) => path.endsWith('/index.html') && !path.endsWith('/404/index.html'))
    .map((path) => path.slice(0, -'/index.html'.length) || '/');
  const bases = paths
    .filter((path) => path.endsWith('/__spa-fallback.html'))
    .map((path) => path.slice(0, -'/__spa-fallback.html'.length));
  return { pages, bases, files, later: findLaterFiles(folder, files) };
}

/** Sorts styles before scripts, because a script renders as soon as it is loaded. */
const scriptsLast = (one, other) => Number(one.endsWith('.js')) - Number(other.endsWith('.js'));

function findLaterFiles(folder, files) {
  const isCalled = (file, name) => new RegExp(`^${name}-[\\w-]{8}\\.`).test(basename(file));
  const styles = new Map(
    files.filter((file) => isCalled(file, manifestChunk)).flatMap((file) => stylesOfRoutes(folder, file)),
  );
  const references = new Map(
    files.map((file) => [file, [...(styles.get(file) ?? []), ...referencesIn(folder, file, files)]]),
  );
  /** Returns these files with all that they refer to, dependencies first, so that an interrupted download is usable. */
  const closure = (start, excluded) => {
    const visited = new Set();
    const ordered = [];
    const visit = (file) => {
      if (visited.has(file)) return;
      visited.add(file);
      for (const next of references.get(file) ?? [])
        if (!excluded.some((name) => isCalled(next, name))) visit(next);
      ordered.push(file);
    };
    for (const file of start) visit(file);
    return ordered;
  };
  const later = {};
  for (const [place, file] of files.entries()) {
    if (isCalled(file, manifestChunk)) continue;
    const isForMembers = isCalled(file, membersPageChunk);
    const languageFolder = file.slice(0, file.indexOf('/assets/') + '/assets/'.length);
    const membersFiles = files.filter(
      (other) => other.startsWith(languageFolder) && memberChunks.some((name) => isCalled(other, name)),
    );
    const needed = isForMembers
      ? closure([file, ...membersFiles], [manifestChunk])
      : closure([file], [manifestChunk, signInChunk]);
    const indexes = needed.filter((other) => other !== file).map((other) => files.indexOf(other));
    if (indexes.length > 0) later[place] = indexes;
  }
  return later;
}

/** Returns the style sheets of each route's script: only React Router's manifest names them. */
function stylesOfRoutes(folder, manifest) {
  const code = readFileSync(join(folder, manifest), 'utf8');
  const { routes } = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1));
  return Object.values(routes).map(({ module, css = [] }) => [
    module,
    css.map((path) => path.replace('#', '')),
  ]);
}

/** Returns the files whose names occur in a file: static and dynamic imports, and lists of dependencies. */
function referencesIn(folder, file, files) {
  if (file.endsWith('.woff2')) return [];
  const code = readFileSync(join(folder, file), 'utf8');
  const place = file.slice(0, file.lastIndexOf('/') + 1);
  return files.filter((other) => other !== file && other.startsWith(place) && code.includes(basename(other)));
}
