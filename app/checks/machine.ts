import { existsSync, readFileSync } from 'node:fs';
import { lstat, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '#platform/errors.ts';
import { keyFile } from '#platform/files/data-folder.ts';
import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import { listen } from '#platform/http/listen.ts';
import { type Finding, ok, problem } from './finding.ts';

const MB = 1024 * 1024;
const formatMb = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

/** Backups and updates need about this much. */
const MIN_FREE_BYTES = 500 * MB;
/** The file that tries whether a folder can be written to. */
const PROBE = '.doctor';

async function writeProbe(file: string): Promise<void> {
  await writeFile(file, Buffer.alloc(4096), { flush: true });
}

/**
 * Writes and deletes a small file, and reads the free space.
 * @param setting the variable that names the folder
 */
export async function checkFolder(
  setting: string,
  folder: string,
  { write = writeProbe, readSpace = statfs }: { write?: typeof writeProbe; readSpace?: typeof statfs } = {},
): Promise<Finding> {
  const probe = join(folder, PROBE);
  try {
    await write(probe);
    const { bavail, bsize } = await readSpace(folder);
    const free = bavail * bsize;
    if (free >= MIN_FREE_BYTES) return ok(`${setting} ${folder} can be written; ${formatMb(free)} are free`);
    return problem(
      `the disk of ${setting} ${folder} is almost full: ${formatMb(free)} are free`,
      'Delete old files or old backups, or move to a larger disk.',
    );
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return problem(
      `${setting} ${folder} cannot be written: ${reasons[code] ?? code}`,
      fixes[code] ?? fixes.EACCES ?? '',
    );
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  ENOENT: 'there is no such folder',
};
const fixes: Record<string, string> = {
  ENOSPC: 'Free some space.',
  EDQUOT: 'Free some space, or raise the quota.',
  EROFS: 'Mount it writable (systemd: ReadWritePaths=). A disk that fails becomes read-only: read dmesg.',
  ENOENT: 'Start the site once, create it, or mount its disk.',
  EACCES: 'Give it to the user of the site: chown -R.',
};

/**
 * Compares the owner of each file in DATA_DIR with that of the folder, and checks that the key is private.
 * @param owner user id; that of the folder if absent
 */
export async function checkPermissions(dataDir: string, owner?: number): Promise<Finding> {
  if (!existsSync(dataDir))
    return problem(
      `there is no folder ${dataDir}`,
      'Start the site once, or set DATA_DIR to the folder of the site.',
    );
  const expected = owner ?? (await lstat(dataDir)).uid;
  const names = await readdir(dataDir).catch(() => undefined);
  if (!names) return problem(`this user may not read ${dataDir}`, 'Run commands as the user of the site.');
  const pictures = await readdir(join(dataDir, 'images')).catch(() => []);
  for (const name of [...names, ...pictures.map((picture) => join('images', picture))]) {
    const { uid, mode } = await lstat(join(dataDir, name));
    if (uid !== expected)
      return problem(
        `${join(dataDir, name)} belongs to user ${uid}, the folder to user ${expected}`,
        'Run commands as the user of the site, and correct it: chown -R.',
      );
    if (name === keyFile && (mode & 0o077) !== 0)
      return problem(`other users can read ${join(dataDir, name)}`, 'Run chmod 600 on it.');
  }
  return ok(`all files in DATA_DIR belong to user ${expected}`);
}

export const readMemory = () => ({
  total: Math.min(totalmem(), process.constrainedMemory() || totalmem()),
  available: process.availableMemory(),
});

export function describeMemory({ total, available }: { total: number; available: number }): Finding {
  const found = `${formatMb(available)} of ${formatMb(total)} memory are available`;
  return total < 700 * MB || available < 150 * MB
    ? problem(found, 'The site needs 1 GB. Raise the limit (systemd: MemoryMax=), or stop other programs.')
    : ok(found);
}

/** Returns the number of files that a process may open, or undefined where the system does not say it. */
export function readOpenFiles(): number | undefined {
  try {
    const [, limit] = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

export function describeOpenFiles(limit: number | undefined): Finding | undefined {
  if (limit === undefined) return undefined;
  return limit < 4096
    ? problem(`a process may open only ${limit} files`, 'Set LimitNOFILE=65536 (systemd) or ulimit -n 65536.')
    : ok(`a process may open ${limit} files`);
}

/** @param zones the time zones of the centers */
export function describeTimeZones(zones: readonly string[], own = readOwnTimeZone()): Finding {
  const unknown = zones.find((zone) => !isTimeZone(zone));
  if (unknown)
    return problem(
      `Node does not know the time zone ${unknown} of a center`,
      'Correct the center, or update Node.',
    );
  return isTimeZone(own)
    ? ok(`${own}; the centers have ${zones.length} time zones`)
    : problem(
        'the time zone of this machine is not valid',
        'Unset TZ, or set it to a name such as Asia/Dhaka.',
      );
}

/** It is undefined if TZ is not valid. */
const readOwnTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== 'Etc/Unknown';
  } catch {
    return false;
  }
}

type Address = { host: string; port: number; publicUrl: string };

/** Checks that the site listens on its port, or could. */
export async function checkPort({ host, port, publicUrl }: Address): Promise<Finding> {
  try {
    await (await listen({ host, port })).close();
    return ok(`port ${port} is free; the site does not run`);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    const at = ['localhost', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
    const local = `http://${at}:${port}`;
    if ((await read(`${local}/healthz`)) !== '{"status":"ok"}') return problem(error.message, '');
    const [, other = publicUrl] = /<loc>(https?:\/\/[^/<]+)/.exec(await read(`${local}/sitemap.xml`)) ?? [];
    if (other === publicUrl) return ok(`the site runs on port ${port}`);
    return problem(`another site runs on port ${port}: ${other}`, 'Stop it, or set another PORT.');
  }
}

/** Returns the body of a response, or '' without one. */
async function read(address: string): Promise<string> {
  try {
    return await (await fetchWithTimeout({ timeoutMs: 2000 })(address)).text();
  } catch {
    return '';
  }
}
