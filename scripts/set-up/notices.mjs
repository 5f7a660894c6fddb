import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot, readJson } from './paths.mjs';

/**
 * Packages of which the built pages hold styles or the builder's own lines, and no module; and those of the service worker,
 * which is bundled afterwards.
 */
const withoutModules = [
  ...['rolldown', 'tailwindcss'],
  ...['core', 'expiration', 'routing', 'strategies'].map((part) => `workbox-${part}`),
];

/** Firebase's packages name the Apache License and do not bring it. */
const apacheText = ['@opentelemetry', 'api', 'LICENSE'];

/** Completes the licences that Vite has written down of the modules in the bundle; stops where one has no text. */
export function completeNotices(file) {
  const written = readFileSync(file, 'utf8');
  const bare = [...written.matchAll(/^## (\S+) - \S+ \(([^)]*)\)\n(?=\n?(## |$(?![\s\S])))/gm)];
  const unknown = bare.filter(([, , licence]) => licence !== 'Apache-2.0').map(([, name]) => name);
  if (unknown.length > 0) throw new Error(`These packages bring no licence text: ${unknown.join(', ')}.`);
  const apache = readFileSync(inRoot('node_modules', ...apacheText), 'utf8').trim();
  writeFileSync(
    file,
    [
      written.trim(),
      ...withoutModules.map(noticeOf),
      '## Apache License 2.0, of the packages above without a text (Copyright Google LLC)',
      `${apache}\n`,
    ].join('\n\n'),
  );
}

function noticeOf(name) {
  const folder = ['node_modules', name];
  const { version, license } = readJson(inRoot(...folder, 'package.json'));
  const text = readdirSync(inRoot(...folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!text) throw new Error(`${name} brings no licence text.`);
  return `## ${name} - ${version} (${license})\n\n${readFileSync(inRoot(...folder, text), 'utf8').trim()}`;
}
