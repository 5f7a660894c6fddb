// Resource use of processes, from /proc. Linux only: on other systems every value is 0.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

/** The server has a core of its own, so that it does not share one with the load generator. */
export const SERVER_CORE = 0;
export const GENERATOR_CORE = 1;

/** CPU time in ms, user and system, of a process and all its descendants, including ended ones that were reaped. */
export const cpuMsOfTree = (root: number): number =>
  // The unit is `getconf CLK_TCK`: 100 a second on every Linux that Node runs on.
  processTree(root).reduce(
    (all, pid) =>
      statOf(pid)
        .slice(11, 15)
        .reduce((sum, ticks) => sum + ticks * 10, all),
    0,
  );

/** Resident memory in MB of the largest process of the tree: after `npm start`, the server. */
export const residentMb = (root: number): number =>
  Math.max(
    ...processTree(root).map(
      (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024,
    ),
  );

/** Pins a process with all its threads to one core. Without `taskset` it does nothing. */
export function pinToCore(pid: number, core: number): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${core}`, `${pid}`], { stdio: 'ignore' });
}

/** A process and all its descendants. */
const processTree = (root: number): number[] => {
  const children = globSync(`/proc/${root}/task/*/children`).flatMap(
    (file) => read(file).match(/\d+/g) ?? [],
  );
  return [root, ...children.map(Number).flatMap(processTree)];
};

/** The fields after the command of /proc/<pid>/stat: [11] to [14] are CPU times. */
const statOf = (pid: number): number[] =>
  read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ').map(Number) ?? [];

/** Empty when the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
