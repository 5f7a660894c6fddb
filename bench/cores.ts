import { spawnSync } from 'node:child_process';

/**
 * Keeps a process, with all its threads, on one core, so that it and what it is measured with do not share. Only where
 * `taskset` is installed (Linux); elsewhere the system decides.
 */
export function keepOnCore(pid: number, core: number): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
    stdio: 'ignore',
  });
}
