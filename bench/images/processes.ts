// What the system tells of the site's processes (Linux).
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in MB; pages that processes share are counted for each, so this is at most too much. */
export function residentOfSite(): number {
  return processesOfSite().reduce((sum, pid) => sum + resident(pid), 0);
}

/** The largest of the process `top` and all that it started, in MB: of npm, shell and server it is the server. */
export function largestUnder(top: number): number {
  const parents = parentsOfAll();
  const isUnder = (pid: number | undefined): boolean => pid === top || (!!pid && isUnder(parents.get(pid)));
  return Math.max(...[...parents.keys()].filter(isUnder).map(resident));
}

const resident = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1024;

/** The parent of every process that there is. */
function parentsOfAll(): Map<number, number> {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    all.map((name) => [Number(name), Number(/^PPid:\t(\d+)/m.exec(read(Number(name), 'status'))?.[1])]),
  );
}

/** Seconds of a core that its processes, those that are there now, have used. */
export function coreSecondsOfSite(): number {
  return processesOfSite().reduce((sum, pid) => sum + coreSecondsOf(pid), 0);
}

export function coreSecondsOf(pid: number): number {
  const [user = 0, system = 0] = read(pid, 'stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) / 100;
}

/** The process that runs main.js for us, and all that it started. */
function processesOfSite(): number[] {
  const parents = parentsOfAll();
  const isSite = (pid: number | undefined): boolean =>
    pid !== undefined &&
    pid > 1 &&
    ((parents.get(pid) === process.pid && read(pid, 'cmdline').includes('main.js')) ||
      isSite(parents.get(pid)));
  return [...parents.keys()].filter(isSite);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
