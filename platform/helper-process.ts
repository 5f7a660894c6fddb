import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * A process for work that would hold up whoever answers: at a lower priority, with no settings but these, so with no secret
 * either. It keeps nobody from ending while it `rest`s.
 */
export function startHelper(
  entry: string,
  { env = {}, execArgv = [] }: { env?: Record<string, string>; execArgv?: string[] } = {},
): ChildProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    execArgv,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Whoever waits for an answer hears of it by its end; a process that fails without work is simply not used again.
  child.on('error', () => child.kill('SIGKILL'));
  if (child.pid !== undefined) lowerPriority(child.pid);
  rest(child);
  return child;
}

export function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** While it works, nobody ends before it. */
export function stayFor(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed here, or it is gone already: the work is done all the same.
  }
}
