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
  const apache = readFileSync(inRoot('node_modules', ...apacheText), 'utf8').trim();
  writeFileSync(
    file,
    [
      notices.trim(),
      ...packagesWithoutModules.map(noticeOf),
      '## Apache License 2.0, of the packages above without a text (Copyright Google LLC)',
      `${apache}\n`,
    ].join('\n\n'),
  );
}

function noticeOf(name) {
  const folder = ['node_modules', name];
  const { version, license } = readJson(inRoot(...folder, 'package.json'));
  const text = readdirSync(inRoot(...folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!text) throw new Error(`${name} contains no license text.`);
  return `## ${name} - ${version} (${license})\n\n${readFileSync(inRoot(...folder, text), 'utf8').trim()}`;
}
