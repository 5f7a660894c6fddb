import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./failing-child.ts', import.meta.url));

/** Starts a process that exits during a job, or sends a fixed result. */
export const startFailingChild = (behavior: 'dies' | 'answers'): ChildProcess =>
  fork(entry, [behavior], { serialization: 'advanced', execArgv: [], stdio: 'ignore' });
