import { tableNames } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import type { Tables } from '#server/db/tables.ts';
import { readSetting, writeSetting } from './repository.ts';

/** Returns the oldest version that can use the database, or undefined if none has been recorded. */
async function findOldestVersion(db: Database): Promise<string | undefined> {
  return (await tableNames(db)).has('site_settings')
    ? readSetting(db.withTables<Tables>(), 'oldest-version')
    : undefined;
}

/** Returns a message if the database needs a newer version than this one. */
export async function describeTooNew(db: Database, version: string): Promise<string | undefined> {
  const oldest = await findOldestVersion(db);
  return oldest !== undefined && compareVersions(version, oldest) < 0
    ? `A newer version has changed the database, which needs version ${oldest} or newer; this is ${version}.`
    : undefined;
}

/** @throws SetupError when a newer version may have removed what this one reads */
export async function assertVersionSupported(db: Database, version: string): Promise<void> {
  const message = await describeTooNew(db, version);
  if (message)
    throw new SetupError(
      `${message} Start that version, or restore a backup from before the update into an empty place.`,
    );
}

/**
 * Records that this version has migrated the database, beside which only `previous` may run. A version never
 * lowers what a newer one has recorded.
 */
export async function recordOldestVersion(db: Database, previous: string): Promise<void> {
  const oldest = await findOldestVersion(db);
  if (oldest === undefined || compareVersions(oldest, previous) < 0)
    await writeSetting(db.withTables<Tables>(), 'oldest-version', previous);
}

/** Compares two versions such as 1.10.0. Negative if `one` is older. */
function compareVersions(one: string, other: string): number {
  const parts = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10));
  const [first, second] = [parts(one), parts(other)];
  const index = first.findIndex((part, position) => part !== second[position]);
  return index < 0 ? 0 : (first[index] ?? 0) - (second[index] ?? 0);
}
