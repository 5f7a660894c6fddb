import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot, readJson } from './paths.mjs';

/**
 * Packages that contribute styles or generated code but no module to the built pages, and packages of the
 * service worker, which is bundled separately.
 */
const packagesWithoutModules = [
  ...['rolldown', 'tailwindcss'],
  ...['core', 'expiration', 'routing', 'strategies'].map((part) => `workbox-${part}`),
];

/** Firebase's packages name the Apache License but do not contain its text. */
const apacheText = ['@opentelemetry', 'api', 'LICENSE'];

/** Completes the list of licenses that Vite has written. Throws when a license text is missing. */
export function completeNotices(file) {
  const notices = readFileSync(file, 'utf8');
  const withoutText = [...notices.matchAll(/^## (\S+) - \S+ \(([^)]*)\)\n(?=\n?(## |$(?![\s\S])))/gm)];
  const unknown = withoutText.filter(([, , licence]) => licence !== 'Apache-2.0').map(([, name]) => name);
  if (unknown.length > 0) throw new Error(`These packages contain no license text: ${unknown.join(', ')}.`);
  write(file, [notices.trim(), ...packagesWithoutModules.map(noticeOf)]);
}

/**
 * Writes the list of licenses of the packages that modules belong to. Throws when a license text is missing.
 * @param {string} file
 * @param {string[]} modules their paths
 */
export function writeNotices(file, modules) {
  const names = modules.flatMap(
    (path) => /node_modules[\\/]((?:@[\w.-]+[\\/])?[\w.-]+)/.exec(path)?.[1] ?? [],
  );
  write(file, [...new Set(names)].sort().map(noticeOf));
}

function write(file, notices) {
  const apache = readFileSync(inRoot('node_modules', ...apacheText), 'utf8').trim();
  const shared = '## Apache License 2.0, of the packages above without a text (Copyright Google LLC)';
  writeFileSync(file, [...notices, shared, `${apache}\n`].join('\n\n'));
}

/** Some packages contain their license, or only its name, in their README. */
function noticeOf(name) {
  const folder = ['node_modules', name];
  const { version, license } = readJson(inRoot(...folder, 'package.json'));
  const heading = `## ${name} - ${version} (${license})`;
  const files = readdirSync(inRoot(...folder));
  const find = (pattern) => files.find((entry) => pattern.test(entry));
  const text = find(/^licen[cs]e/i) ?? (license === 'Apache-2.0' ? undefined : find(/^readme/i));
  if (!text && license !== 'Apache-2.0') throw new Error(`${name} contains no license text.`);
  return text ? `${heading}\n\n${readFileSync(inRoot(...folder, text), 'utf8').trim()}` : heading;
}
