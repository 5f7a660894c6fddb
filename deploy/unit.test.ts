import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Variables } from '../app/config/variables.ts';
import { serverFile } from '../scripts/set-up/site.mjs';

/** Names of the variables that the site reads. */
const knownVariables = new Set(Object.keys(Variables.shape));

const root = fileURLToPath(new URL('../', import.meta.url));
const unit = readFileSync(new URL('blood-buddies.service', import.meta.url), 'utf8');
const settings = new Map(
  [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const folder = settings.get('WorkingDirectory') as string;

test('the unit runs the built server with the Node that npm installed', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [node = '', script] = settings.get('ExecStart')?.split(' ') ?? [];
  const [, packageName = ''] = relative(folder, node).split('/');
  expect(Object.keys(optionalDependencies)).toContain(packageName);
  expect(node).toBe(`${folder}/node_modules/${packageName}/bin/node`);
  expect(script).toBe(relative(root, serverFile));
});

test('the unit stores data where it may write, and sets only known variables', () => {
  const set = Object.fromEntries(
    (settings.get('Environment') ?? '').split(' ').map((pair) => pair.split('=')),
  );
  expect(set.DATA_DIR).toBe(`/var/lib/${settings.get('StateDirectory')}`);
  expect(set.NODE_COMPILE_CACHE).toBe(`/var/cache/${settings.get('CacheDirectory')}`);
  expect(set.IDENTITY_STRICT).toBe('on');
  const others = Object.keys(set).filter((name) => name !== 'NODE_COMPILE_CACHE');
  expect(others.filter((name) => !knownVariables.has(name))).toEqual([]);
});

test('the unit gives the server enough time to stop, and restarts it after a failure', () => {
  expect(settings.get('Restart')).toBe('on-failure');
  expect(Number(settings.get('TimeoutStopSec'))).toBe(30);
  expect(settings.get('KillSignal')).toBe('SIGTERM');
});
