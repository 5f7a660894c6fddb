import { existsSync, readFileSync } from 'node:fs';
import type { Feature } from '#contract/features.ts';
import { assertDatabaseNotLost } from '#platform/database/lost-database.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { assertNotMigrated } from '#platform/files/data-folder.ts';
import { createOutbox, type Outbox } from '#platform/jobs/outbox.ts';
import { systemClock } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { findLanguages } from '#server/features/site-content/rules.ts';
import type { Config } from '../app/config/config.ts';
import { createSiteLook, readSiteName } from '../app/site-look.ts';
import { migrateSite } from '../app/storage.ts';

/** The text to print, and whether the command failed. */
export type CommandResult = { text: string; failed?: boolean };

/** Runs a command. `args` are the words typed in place of the command's `<placeholders>`. */
export type RunCommand = (config: Config, ...args: string[]) => Promise<CommandResult>;

/** The words to type, with `<placeholders>`, then the help text and the function of the command. */
export type Command = [words: string, help: string, run: RunCommand];

/**
 * Returns a command that works on the site's database, whether or not the site runs.
 * @param feature the feature that the command belongs to. The command fails on a site that disables the
 * feature.
 */
export function inDatabase(
  command: (db: Database, argument: string, config: Config, ...others: string[]) => Promise<string>,
  feature?: Feature,
): RunCommand {
  return async (config, argument = '', ...others) => {
    const { databaseUrl: url, dataDir } = config;
    if (feature && !config.features.includes(feature))
      throw new SetupError(`DISABLED_FEATURES turns off ${feature} on this site.`);
    if (!url) {
      assertFolderExists(dataDir);
      assertNotMigrated(dataDir);
      assertDatabaseNotLost(dataDir);
    }
    const db = await openDatabase(url ? { url } : { dataDir });
    try {
      await migrateSite(db);
      return { text: await command(db, argument, config, ...others) };
    } finally {
      await db.destroy();
    }
  };
}

/** @throws SetupError if the folder is missing: only starting or restoring the site creates it */
export function assertFolderExists(dataDir: string): void {
  if (!existsSync(dataDir))
    throw new SetupError(`There is no folder ${dataDir}. Set DATA_DIR to the folder of the site.`);
}

/** Returns an outbox without handlers: the running site delivers what a command adds. */
export const createQueueOnlyOutbox = (db: Database): Outbox => createOutbox({ db, clock: systemClock });

/** Returns what rules need that send emails: the running site delivers them. */
export const createEmailDeps = (db: Database, config: Config) => ({
  clock: systemClock,
  outbox: createQueueOnlyOutbox(db),
  publicUrl: config.publicUrl,
  siteName: readSiteName,
  siteLook: createSiteLook(config),
  languages: (database: Db) => findLanguages(config, database),
});

/** @throws SetupError if the file cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SetupError(`Could not read ${file}.`, { cause });
  }
}
