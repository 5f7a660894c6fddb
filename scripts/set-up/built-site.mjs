import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

/** What members have without a line once they have seen their appointments, whoever else loads it when. */
const membersPage = 'appointments-page';
const membersNeed = ['guard', 'dashboard-layout', membersPage, 'pass-page', 'door'];

/** The sign-in, by far the largest of what waits for a click: for members, and who goes to it. */
const heavy = 'door';

/** Knows every file, and needs none. */
const list = 'manifest';

/**
 * What the service worker has to know of the built pages in a folder.
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
  return { pages, bases, files, later: laterParts(folder, files) };
}

/** A script draws as soon as it is there, and what it draws wants its style. */
const scriptsLast = (one, other) => Number(one.endsWith('.js')) - Number(other.endsWith('.js'));

function laterParts(folder, files) {
  const named = new Map(files.map((file) => [file, namedIn(folder, file, files)]));
  const isCalled = (file, name) => new RegExp(`^${name}-[\\w-]{8}\\.`).test(basename(file));
  /** All that these files name, and what those name: each after its own, so that whatever has come is whole. */
  const closure = (start, without) => {
    const met = new Set();
    const inOrder = [];
    const visit = (file) => {
      if (met.has(file)) return;
      met.add(file);
      for (const next of named.get(file) ?? [])
        if (!without.some((name) => isCalled(next, name))) visit(next);
      inOrder.push(file);
    };
    for (const file of start) visit(file);
    return inOrder;
  };
  const later = {};
  for (const [place, file] of files.entries()) {
    if (isCalled(file, list)) continue;
    const isForMembers = isCalled(file, membersPage);
    const ofLanguage = file.slice(0, file.indexOf('/assets/') + '/assets/'.length);
    const forMembers = files.filter(
      (other) => other.startsWith(ofLanguage) && membersNeed.some((name) => isCalled(other, name)),
    );
    const needed = isForMembers ? closure([file, ...forMembers], [list]) : closure([file], [list, heavy]);
    const places = needed.filter((other) => other !== file).map((other) => files.indexOf(other));
    if (places.length > 0) later[place] = places;
  }
  return later;
}

/** A file names another in an import, now or later, and in the list of what that needs beside itself. */
function namedIn(folder, file, files) {
  if (file.endsWith('.woff2')) return [];
  const code = readFileSync(join(folder, file), 'utf8');
  const place = file.slice(0, file.lastIndexOf('/') + 1);
  return files.filter((other) => other !== file && other.startsWith(place) && code.includes(basename(other)));
}
