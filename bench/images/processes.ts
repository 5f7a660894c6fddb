// What the system tells of the site's processes (Linux).
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in MB; pages that processes share are counted for each, so this is at most too much. */
export function residentOfSite(): number {
  const resident = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);
  return processesOfSite().reduce((sum, pid) => sum + resident(pid), 0) / 1024;
}

/** Seconds of a core that its processes, those that are there now, have used. */
export function coreSecondsOfSite(): number {
  const ticks = (pid: number) => {
    const [user = 0, system = 0] =
      read(pid, 'stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
    return user + system;
  };
  return processesOfSite().reduce((sum, pid) => sum + ticks(pid), 0) / 100;
}

/** The process that runs main.ts for us, and all that it started. */
function processesOfSite(): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(all.map((pid) => [pid, Number(/^PPid:\t(\d+)/m.exec(read(pid, 'status'))?.[1])]));
  const isSite = (pid: number | undefined): boolean =>
    pid !== undefined &&
    pid > 1 &&
    ((parents.get(pid) === process.pid && read(pid, 'cmdline').includes('main.ts')) ||
      isSite(parents.get(pid)));
  return all.filter(isSite);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
