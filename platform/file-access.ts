import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the site writes at the top of DATA_DIR. Everything below these folders is closed with them. */
const SITE_ENTRIES =
  /^(blood-buddies\.db(-wal|-shm|-journal)?|server\.lock(-journal)?|secret\.key(\.draft)?|images|outbox|moved-to-postgresql|restored-from-backup|\.restoring)$/;

/** Gives every file that this process will create to its own user alone. Call it once, first thing in a process. */
export function restrictNewFiles(): void {
  process.umask(0o077);
}

/**
 * Closes what the site has in DATA_DIR to other users of the machine. Changes DATA_DIR itself only if it holds nothing
 * but the site: it may be a folder that others use too.
 * @returns what stays readable because this user does not own it
 */
export function closeToOthers(dataDir: string): string[] {
  // Windows has no such modes: files there inherit who may read them from their folder.
  if (process.platform === 'win32') return [];
  const names = readdirSync(dataDir);
  const site = names.filter((name) => SITE_ENTRIES.test(name));
  const paths = [
    ...site.map((name) => join(dataDir, name)),
    ...(site.length === names.length ? [dataDir] : []),
  ];
  return paths.filter((path) => !closePath(path));
}

function closePath(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || isClosed(stats)) return true;
    chmodSync(path, stats.mode & 0o700);
    return isClosed(statSync(path));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Another process may have just removed SQLite's own files; a mounted folder may belong to somebody else.
    if (code === 'ENOENT') return true;
    if (['EPERM', 'EROFS', 'ENOTSUP'].includes(code)) return false;
    throw error;
  }
}

const isClosed = ({ mode }: Stats): boolean => (mode & 0o077) === 0;
