import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMetricsRegistry } from '#platform/observability/metrics-registry.ts';
import { copyMigratedDatabase } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { readConfig } from '../config/config.ts';
import { builtInMigrations } from '../integrations/integrations.ts';
import { createBackups, type SiteBackups } from './backups.ts';

let [dataDir, backupDir] = ['', ''];
let now: number;
let backups: SiteBackups;
const registry = new Registry();

beforeEach(async () => {
  const folder = temporaryFolder();
  [dataDir, backupDir] = [join(folder, 'data'), join(folder, 'backups')];
  for (const path of [dataDir, backupDir]) mkdirSync(path);
  await copyMigratedDatabase(dataDir, [serverMigrations, ...builtInMigrations]);
  now = Date.parse('2026-11-29T10:00:00Z');
  const variables = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, BACKUP_EVERY: '1d', BACKUP_KEEP: '2' };
  const metrics = createMetricsRegistry(registry);
  backups = createBackups(readConfig(variables), { clock: () => now, log: testLog(), metrics });
});
afterEach(() => {
  registry.clear();
  for (const job of backups.jobs) job.cancel?.();
});

const run = () => backups.jobs[0]?.run();
const names = () => readdirSync(backupDir).sort();

test('makes a backup when the last one is old enough, and keeps the newest', async () => {
  await run();
  now += hours(23);
  await run();
  expect(names()).toEqual(['2026-11-29T10-00-00Z']);
  expect(await registry.metrics()).toContain(`\nbackup_age_seconds ${23 * 3600}\n`);
  for (let day = 0; day < 2; day += 1) {
    now += days(1);
    await run();
  }
  expect(names()).toEqual(['2026-12-01T09-00-00Z', '2026-12-02T09-00-00Z']);
});

test('a failed backup leaves nothing, deletes no older one, and is repeated after an hour', async () => {
  await run();
  now += days(1);
  await run();
  rmSync(join(dataDir, 'blood-buddies.db'));
  now += days(1);
  await run();
  expect(names()).toEqual(['2026-11-29T10-00-00Z', '2026-11-30T10-00-00Z']);
  expect(backups.failure()).toContain('There is no database');
  await copyMigratedDatabase(dataDir, [serverMigrations, ...builtInMigrations]);
  now += minutes(59);
  await run();
  expect(backups.failure()).toContain('There is no database');
  now += minutes(1);
  await run();
  expect(backups.failure()).toBeUndefined();
  expect(names()).toEqual(['2026-11-30T10-00-00Z', '2026-12-01T11-00-00Z']);
});

test('the server can stop during a backup', async () => {
  // The backup has made its folder, and waits for the database, while it is stopped.
  using database = new DatabaseSync(join(dataDir, 'blood-buddies.db'));
  database.exec('pragma locking_mode = exclusive; begin exclusive');
  const running = run();
  await expect.poll(names).toHaveLength(1);
  backups.jobs[0]?.cancel?.();
  await running;
  expect(backups.failure()).toContain('exited during a job');
});
