// Starts the measured site, and reads the resource use of processes from /proc, which only Linux has.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { startSite } from '../e2e/support/site.ts';

/** The server has a core of its own, so that it does not share one with the load generator. */
const SERVER_CORE = 0;
export const GENERATOR_CORE = 1;

export type MeasuredSite = Awaited<ReturnType<typeof startMeasuredSite>>;

/**
 * Starts the site with rate limits that no row reaches, on the first core. Stops it at the end of its scope.
 */
export async function startMeasuredSite(settings: Record<string, string> = {}, { allCores = false } = {}) {
  const site = await startSite({ RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn', ...settings });
  if (!allCores) pinToServerCore(site.pid);
  return { ...site, databaseUrl: settings.DATABASE_URL, [Symbol.asyncDispose]: site.stop };
}

/** Returns the user and system CPU time, in ms, of a process and its descendants, including reaped ones. */
export const cpuMsOfTree = (root: number): number =>
  // Fields 11 to 14 after the command, in units of `getconf CLK_TCK`: 100 a second on every Linux on which
  // Node runs.
  sum(processTree(root).flatMap((pid) => read(pid, 'stat').split(') ').at(-1)?.split(' ').slice(11, 15))) *
  10;

/** Returns the resident memory in MB of the largest process of the tree. After `npm start` that is the server. */
export const residentMb = (root: number): number =>
  Math.max(
    ...processTree(root).map((pid) => Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1024),
  );

/** Pins a process with all its threads to the first core. Does nothing if `taskset` is missing. */
export function pinToServerCore(pid: number): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${SERVER_CORE}`, `${pid}`]);
}

const sum = (numbers: unknown[]): number =>
  numbers.reduce<number>((all, value) => all + Number(value ?? 0), 0);

/** Returns the ids of a process and of all its descendants. */
function processTree(root: number): number[] {
  const files = globSync(`/proc/${root}/task/*/children`);
  const children = files.flatMap(
    (file) => read(root, file.slice(`/proc/${root}/`.length)).match(/\d+/g) ?? [],
  );
  return [root, ...children.map(Number).flatMap(processTree)];
}

/** Reads a file about a process. Returns '' when the process has ended in the meantime. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
