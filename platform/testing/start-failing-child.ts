import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./failing-child.ts', import.meta.url));

/** Starts a process that dies of its job, never finishes it, or sends a result without doing anything. */
export const startFailingChild = (does: 'dies' | 'hangs' | 'answers'): ChildProcess =>
  fork(entry, [does], { serialization: 'advanced', execArgv: [], stdio: 'ignore' });
