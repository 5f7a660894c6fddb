import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { days, hours } from '#platform/time.ts';
import {
  findLastBackup,
  listBackups,
  removeOldest,
  removeUnfinished,
  toBackupName,
} from './backup-folder.ts';

const now = Date.parse('2026-11-29T10:00:00Z');
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function add(name: string, hasManifest = true): void {
  mkdirSync(join(folder, name, 'images'), { recursive: true });
  if (hasManifest) writeFileSync(join(folder, name, 'manifest.json'), '{}');
}
const names = () => readdirSync(folder).sort();

test('counts only whole backups, and ignores one of a time that has not come yet', async () => {
  expect(await findLastBackup(folder, now)).toBeUndefined();
  expect(await findLastBackup(join(folder, 'unmounted'), now)).toBeUndefined();
  add(toBackupName(now - days(1)));
  add(toBackupName(now), false);
  add(`${toBackupName(now - 1000)}.unfinished`);
  expect(await findLastBackup(folder, now)).toBe(now - days(1));
  add(toBackupName(now + days(400)));
  expect(await findLastBackup(folder, now)).toBe(now - days(1));
  expect(await listBackups(folder)).toHaveLength(2);
});

test("deletes the oldest of the site's own backups", async () => {
  for (const age of [0, 1, 2, 3]) add(toBackupName(now - days(age)));
  add('before-the-update');
  add(toBackupName(now - days(9)), false);
  await removeOldest(folder, 2);
  expect(names()).toEqual([
    toBackupName(now - days(9)),
    toBackupName(now - days(1)),
    toBackupName(now),
    'before-the-update',
  ]);
});

test('deletes interrupted backups, but none of the command line and none that may still be running', async () => {
  const recent = `${toBackupName(now - hours(1))}.unfinished`;
  add(`${toBackupName(now - hours(7))}.unfinished`, false);
  add('by-hand.unfinished', false);
  add(recent, false);
  await removeUnfinished(folder, now - hours(6));
  expect(names()).toEqual([recent, 'by-hand.unfinished']);
});
