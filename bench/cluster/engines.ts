// Redis and nginx as Debian packages them: npm has neither.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from '../../scripts/set-up/paths.mjs';

export type Engine = { start(): Promise<void>; stop(): Promise<void> };

/** Debian keeps servers where only root looks for commands. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const find = (name: string) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file));

export function assertEngines(): void {
  const missing = ['redis-server', 'nginx'].filter((name) => !find(name));
  if (missing.length > 0)
    throw new Error(`The row cluster needs ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`);
}

/** Starts a server of the machine, and resolves when its port takes connections. */
async function startEngine(name: string, args: string[], port: number): Promise<Engine> {
  let child: ChildProcess;
  let output = '';
  const engine = {
    async start() {
      child = spawn(find(name) ?? name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
      while (!(await takesConnections(port))) {
        if (child.exitCode !== null) throw new Error(`${name} did not start: ${output}`);
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

function takesConnections(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

export function startRedis(port: number): Promise<Engine> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return startEngine('redis-server', args, port);
}

/** nginx before these replicas, with the settings that deploy/nginx.conf has for the real site. */
export async function startNginx(folder: string, port: number, replicas: readonly string[]): Promise<Engine> {
  mkdirSync(folder);
  const servers = replicas.map((replica) => `server ${new URL(replica).host} max_fails=1 fail_timeout=2s;`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // It would give up root, and with it the folder.
  const user = userInfo().uid === 0 ? 'user root;\n' : '';
  const changes: [RegExp, string][] = [
    [/^/, user],
    [/worker_processes [^;]+;/, 'worker_processes 1;'],
    [/error_log [^;]+;/, `error_log ${folder}/error.log warn;`],
    [/pid [^;]+;/, `pid ${folder}/nginx.pid;`],
    [/http \{/, `http {\n${temporary.join('\n')}`],
    [/(\s+server [\d.]+:\d+[^;]*;)+/, `\n${servers.join('\n')}`],
    [/access_log [^;]+;/, `access_log ${folder}/access.log plain;`],
    [/listen [^;]+;/, `listen 127.0.0.1:${port};`],
  ];
  let config = readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8');
  for (const [what, by] of changes) {
    if (!what.test(config)) throw new Error(`deploy/nginx.conf has no ${what.source}.`);
    config = config.replace(what, () => by);
  }
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  return startEngine('nginx', ['-e', 'stderr', '-c', file, '-g', 'daemon off;'], port);
}
