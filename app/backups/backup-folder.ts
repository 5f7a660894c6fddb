import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '#server/integrations/backups.ts';

/** Matches the names of backups that the site made, such as `2026-11-25T10-30-00Z`. */
const NAME_PATTERN = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;
const UNFINISHED = '.unfinished';

export const toBackupName = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Returns the time in the name of a backup that the site made, in ms. */
function toInstant(name: string): number | undefined {
  const [, day, hour, minute, second] = NAME_PATTERN.exec(name) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Returns all backups in a folder, newest first, including those that the command line made. A backup is a
 * folder with a manifest.
 */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => !name.endsWith(UNFINISHED))
      .map(async (name): Promise<Backup | undefined> => {
        const manifest = await stat(join(folder, name, 'manifest.json')).catch(() => undefined);
        return manifest && { name, madeAt: toInstant(name) ?? manifest.mtimeMs };
      }),
  );
  return found.filter((backup) => backup !== undefined).sort((one, other) => other.madeAt - one.madeAt);
}

/**
 * Returns the time of the newest backup. Ignores times in the future, because the clock was wrong then.
 */
export async function findLastBackup(folder: string, now: number): Promise<number | undefined> {
  return (await listBackups(folder)).find(({ madeAt }) => madeAt <= now)?.madeAt;
}

/** Deletes the site's interrupted backups that began before `before`. Keeps those of the command line. */
export async function removeUnfinished(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const madeAt = toInstant(name.slice(0, -UNFINISHED.length));
    if (madeAt !== undefined && madeAt < before)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Deletes the oldest backups that the site made, until `keep` are left. Keeps those of the command line, whose
 * names differ.
 */
export async function removeOldest(folder: string, keep: number): Promise<void> {
  const own = (await listBackups(folder)).filter(({ name }) => toInstant(name) !== undefined);
  for (const { name } of own.slice(keep)) {
    const path = join(folder, name);
    // Rename it first, so that a partly deleted backup does not count as one.
    await rename(path, `${path}${UNFINISHED}`);
    await rm(`${path}${UNFINISHED}`, { recursive: true });
  }
}
