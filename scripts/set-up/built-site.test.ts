import { globSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memberChunks, readBuiltSite } from './built-site.mjs';
import { inRoot } from './paths.mjs';

test('lists what a page may load later, dependencies and styles first', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-built-'));
  mkdirSync(join(folder.path, 'assets'));
  const files = {
    'appointments-page-aaaaaaaa.js': 'import"./frame-aaaaaaaa.js";import("./window-aaaaaaaa.js")',
    'frame-aaaaaaaa.js': 'import("./session-operations-aaaaaaaa.js")',
    'window-aaaaaaaa.js': 'import"./frame-aaaaaaaa.js";const needs=["assets/window-aaaaaaaa.css"]',
    'window-aaaaaaaa.css': '',
    'pass-page-aaaaaaaa.js': 'import"./qr-code-aaaaaaaa.js"',
    'leaf-aaaaaaaa.css': '',
    'manifest-aaaaaaaa.js':
      'window.m={"routes":{"pass":{"module":"/assets/pass-page-aaaaaaaa.js","css":["/assets/leaf-aaaaaaaa.css#"]}}};',
    'qr-code-aaaaaaaa.js': '',
    'session-operations-aaaaaaaa.js': '',
    'about-page-aaaaaaaa.js': 'import"./frame-aaaaaaaa.js"',
  };
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder.path, 'assets', name), code);

  const site = readBuiltSite(folder.path);
  const laterThan = (name: string) =>
    site.later[site.files.indexOf(`/assets/${name}`)]?.map((index) =>
      site.files[index]?.slice('/assets/'.length),
    ) ?? [];
  const members = laterThan('appointments-page-aaaaaaaa.js');
  const order = (...names: string[]) => names.map((name) => members.indexOf(name));
  expect(members).toHaveLength(7);
  for (const indexes of [
    order('window-aaaaaaaa.css', 'window-aaaaaaaa.js'),
    order('leaf-aaaaaaaa.css', 'pass-page-aaaaaaaa.js'),
    order('qr-code-aaaaaaaa.js', 'pass-page-aaaaaaaa.js'),
    order('session-operations-aaaaaaaa.js', 'frame-aaaaaaaa.js'),
  ]) {
    expect(indexes).not.toContain(-1);
    expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
  }
  // The sign-in client is cached for members only.
  expect(laterThan('about-page-aaaaaaaa.js')).toEqual(['frame-aaaaaaaa.js']);
});

test('each chunk that members need is named after a module of the site', () => {
  const exists = (name: string) => globSync(`web/**/${name}.{ts,tsx}`, { cwd: inRoot() }).length > 0;
  expect(memberChunks.filter((name) => !exists(name))).toEqual([]);
});
