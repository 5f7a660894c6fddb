import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot, readJson } from '../set-up/paths.mjs';

/** The oldest Node that runs a release: node:crypto has argon2 since then. */
const OLDEST_NODE = [24, 7] as const;

export const { version, description, license } = readJson(inRoot('package.json')) as Record<
  'version' | 'description' | 'license',
  string
>;

/** What a site consists of on every platform, after `npm run build`, as paths from the project's root. */
export const siteFiles = [
  ...['build/site', 'build/cli', 'build/client', 'build/server', 'build/bn/server', 'samples'],
  // The rest of sharp is a package for each platform: native-packages.ts.
  ...['sharp', 'detect-libc', '@img/colour'].map((name) => `node_modules/${name}`),
  'node_modules/@fontsource/fraunces/files/fraunces-latin-600-normal.woff2',
  ...globSync('server/i18n/*.po', { cwd: inRoot() }),
  ...['deploy', 'docs', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'SECURITY.md'],
];

/** Copies the files of a site into a folder that Node starts without npm or a build: `node site/main.js`. */
export function copySite(folder: string): void {
  for (const path of siteFiles) copy(path, inRoot(), folder);
  for (const program of ['site', 'cli']) write(join(folder, program, 'main.js'), startOf(program));
  write(join(folder, 'package.json'), JSON.stringify(describePackage(), null, 2));
}

/** Copies a package from one folder with node_modules to another. */
export const copyPackage = (name: string, from: string, to: string): void =>
  copy(`node_modules/${name}`, from, to);

function copy(path: string, from: string, to: string): void {
  const filter = (file: string) => !/\.test\.ts$|[\\/]\.bin$/.test(file);
  cpSync(join(from, path), join(to, path), { recursive: true, filter });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}

/** Returns a program that older versions of Node can parse, which the bundles are not. */
function startOf(program: string): string {
  const [major, minor] = OLDEST_NODE;
  return `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error('Blood Buddies ${version} needs Node ${OLDEST_NODE.join('.')} or newer. This is Node ' + process.versions.node + '.');
  process.exit(1);
}
import('../build/${program}/main.js');`;
}

/** Returns the package.json of a release, which has nothing to install. */
function describePackage() {
  return {
    ...{ name: 'blood-buddies', version, private: true, description, license, type: 'module' },
    engines: { node: `>=${OLDEST_NODE.join('.')}` },
    scripts: { start: 'node site/main.js', cli: 'node cli/main.js' },
  };
}
