import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, RESTORED_MARK, readMark, removeMark } from '#platform/files/data-folder.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '#server/db/tables.ts';
import {
  insertSettingIfMissing,
  readPostgresName,
  readSetting,
  removeSetting,
  writeSetting,
} from './repository.ts';

/** Identifies where the site's data is stored. A copy of the data has another value. */
export type SiteEnvironment = {
  kind: 'folder' | 'postgresql';
  value: string;
  /** Time of the backup. Set only until the first start after a restore. */
  restoredFrom?: string | undefined;
};

type SiteOptions = { url: string | undefined; dataDir: string; db: Db };

/**
 * Called if the data was restored or copied, before its new location is stored. `madeAt`: time of the backup.
 */
export type OnRestored = (reason: string, madeAt: string | undefined) => Promise<void>;

/** Returns the site's id, and the reason if its refunds are paused. */
export async function initializeSite({
  log,
  onRestored,
  ...site
}: SiteOptions & { log: Log; onRestored: OnRestored }) {
  const { id: siteId } = await identifySite(site.db, await findEnvironment(site), onRestored);
  if (!site.url) removeMark(site.dataDir, RESTORED_MARK);
  const refundPause = await findRefundPause(site.db);
  if (refundPause) log.error({ reason: refundPause }, 'refunds are paused: npm run cli -- payments');
  return { siteId, refundPause };
}

/**
 * Returns where the data is: the folder's path and the inode of the database file, or the name and object id
 * of the PostgreSQL database. A copy of the data changes these, but an image of the whole disk or server does
 * not.
 */
async function findEnvironment({ url, dataDir, db }: SiteOptions): Promise<SiteEnvironment> {
  if (url) return { kind: 'postgresql', value: await readPostgresName(db) };
  const folder = realpathSync(dataDir);
  const { ino } = statSync(join(folder, databaseFile), { bigint: true });
  return { kind: 'folder', value: `${folder} ${ino}`, restoredFrom: readMark(dataDir, RESTORED_MARK) };
}

/**
 * Returns the site's id, created at the first start. A copy of the site has the same id, so refunds are
 * paused if the data was restored, or was stored elsewhere at the last start.
 */
export async function identifySite(
  db: Db,
  environment: SiteEnvironment,
  onRestored: OnRestored = async () => {},
): Promise<{ id: string }> {
  const id = await insertSettingIfMissing(db, 'id', newId());
  const before = await insertSettingIfMissing(db, `location:${environment.kind}`, environment.value);
  const { restoredFrom } = environment;
  if (restoredFrom || before !== environment.value) {
    const reason = restoredFrom
      ? `restored from the backup of ${restoredFrom}`
      : 'the data was copied or moved from another place';
    await pauseRefunds(db, reason);
    await onRestored(reason, restoredFrom);
  }
  if (before !== environment.value) await writeSetting(db, `location:${environment.kind}`, environment.value);
  return { id };
}

/** Pauses automatic refunds and the expiry of payments until the operator or an owner resumes them. */
export const pauseRefunds = (db: Db, reason: string): Promise<void> =>
  writeSetting(db, 'refunds-paused', reason);

/** Returns why refunds are paused, or undefined if they are not. */
export const findRefundPause = (db: Db): Promise<string | undefined> => readSetting(db, 'refunds-paused');

/** Resumes refunds. Returns false if they were not paused. */
export const removeRefundPause = (db: Db): Promise<boolean> => removeSetting(db, 'refunds-paused');
