import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { runToEnd, startSite, stop } from '../../tests/process.ts';
import { member, uploadPicture } from '../../tests/process-member.ts';
import { inRoot } from '../set-up/paths.mjs';
import { findNotes } from './notes.ts';
import { copyPackage, copySite, siteFiles, version } from './site-files.ts';

// npm test builds the pages first.
if (!existsSync(inRoot('build', 'server'))) throw new Error('The pages are not built. Run: npm run build');

/** The folder of a release for this machine. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-release-'));
  copySite(folder);
  copyPackage('@img', inRoot(), folder);
  return () => rmSync(folder, { recursive: true });
});

test('a release has each of its files', () => {
  expect(siteFiles.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
});

test('a release has the license of each package in the server', () => {
  const licenses = readFileSync(inRoot('build/site/licences.txt'), 'utf8');
  const packages = licenses.match(/^## \S+ - [\d.]+ \(.+\)$/gm) ?? [];
  for (const name of ['hono', 'kysely', 'pg', 'stripe', '@hono/node-server'])
    expect(packages).toContainEqual(expect.stringContaining(`## ${name} - `));
});

test('a release serves the site with several workers, without the sources and packages', async () => {
  const database = await createPostgresDatabase(inject('postgresUrl'));
  onTestFinished(database.drop);
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key for this test only',
    DATA_DIR: temporaryFolder(),
    PORT: String(await freePort()),
    WORKERS: '2',
    DATABASE_POOL: '12',
  };
  const site = await startSite(environment, join(folder, 'site', 'main.js'));
  onTestFinished(async () => void (await stop(site)));
  const read = async (path: string) => (await fetch(site.origin + path)).text();
  expect(await read('/')).toContain('<html lang="en"');
  expect(await read('/bn')).toContain('<html lang="bn"');
  // The server decodes it with sharp, which has native code.
  expect((await uploadPicture(site.origin, await member(site.origin))).status).toBe(200);
  expect(await stop(site)).toBe(0);
  expect(await runToEnd(join(folder, 'cli', 'main.js'), ['version'], environment)).toEqual({
    code: 0,
    output: `${version}\n`,
  });
});

test.each([
  ['20.20.2', false],
  ['24.6.0', false],
  ['24.7.0', true],
  ['26.0.0', true],
])('on Node %s, a release says which version it needs unless it is new enough', (node, isNewEnough) => {
  const claim = join(folder, 'claim.cjs');
  writeFileSync(
    claim,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`,
  );
  const program = join(folder, 'cli', 'main.js');
  const { status, stderr } = spawnSync(process.execPath, ['--require', claim, program, 'version'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual(
    isNewEnough ? [0, ''] : [1, `Blood Buddies ${version} needs Node 24.7 or newer. This is Node ${node}.\n`],
  );
});

test('the pages and files for installing name this version', () => {
  const files = globSync('deploy/{compose*.yaml,install/*.md,kubernetes/kustomization.yaml}', {
    cwd: inRoot(),
  });
  const named = files.flatMap((file) =>
    [...readFileSync(inRoot(file), 'utf8').matchAll(/(?:blood-buddies[:-]|:-|newTag: )(\d+\.\d+\.\d+)/g)].map(
      ([, found]) => `${file} ${found}`,
    ),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((text) => !text.endsWith(` ${version}`))).toEqual([]);
});

test('the notes of a release are the section of its version', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\n- New\n\n## [1.0.0]\n\n- First\n';
  expect(findNotes(changelog, '1.1.0')).toBe('- New');
  expect(() => findNotes(changelog, '2.0.0')).toThrow('no section of version 2.0.0');
});
