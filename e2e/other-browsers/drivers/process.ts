import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of a program on the PATH. */
export const findProgram = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

export type RunningProcess = {
  /** Everything written to stdout and stderr so far. */
  output(): string;
  /** Resolves with the match once the output contains it. Rejects when the process exits first. */
  untilOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Kills the process and its children. */
  stop(): Promise<void>;
};

/** Starts a program in a new process group, so that `stop` also kills its child processes. */
export function startProcess(program: string, args: string[], env: NodeJS.ProcessEnv = {}): RunningProcess {
  const child = spawn(program, args, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').catch(() => undefined);
  const stopWithParent = () => kill(child);
  process.once('exit', stopWithParent);
  let output = '';
  const changed = new EventTarget();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
      changed.dispatchEvent(new Event('output'));
    });
  return {
    output: () => output,
    async untilOutput(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
          throw new Error(`${program} exited:\n${output}`);
        await Promise.race([
          new Promise((done) => changed.addEventListener('output', done, { once: true })),
          exited,
        ]);
      }
    },
    async stop() {
      process.off('exit', stopWithParent);
      kill(child);
      await exited;
    },
  };
}

function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already exited.
  }
}
