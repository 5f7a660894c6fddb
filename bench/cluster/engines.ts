import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type Engine = { start(): Promise<void>; stop(): Promise<void> };

/** Debian's packages, for this benchmark only. @returns the line that says what is missing */
export function missingEngines(): string | undefined {
  const missing = ['redis-server', 'nginx'].filter((name) => !find(name));
  if (missing.length === 0) return undefined;
  return `${missing.join(' and ')} is not installed: apt-get install ${missing.join(' ')}`;
}

/** Debian keeps servers where only root looks for commands. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

function find(name: string): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Starts a server of the machine, and resolves when its port takes connections. */
export async function startEngine(name: string, args: string[], port: number): Promise<Engine> {
  let child: ChildProcess;
  let said = '';
  const engine = {
    async start() {
      child = spawn(find(name) ?? name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += data));
      while (!(await takes(port))) {
        if (child.exitCode !== null) throw new Error(`${name} did not start: ${said}`);
        await pause(10);
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
  await engine.start();
  return engine;
}

function takes(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

export function startRedis(port: number): Promise<Engine> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return startEngine('redis-server', args, port);
}
