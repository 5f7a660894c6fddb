// Redis and nginx from Debian packages: npm has neither.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openRawConnection } from '../../platform/testing/raw-sockets.ts';
import { inRoot } from '../../scripts/set-up/paths.mjs';

/** Starts an installed server and resolves when its port accepts connections. @returns a function that stops it */
async function startEngine(name: string, args: string[], port: number): Promise<() => Promise<void>> {
  // Debian installs servers in a folder that only root has in its PATH.
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  const child = spawn(name, args, { stdio: 'ignore', env });
  await once(child, 'spawn').catch((cause) => {
    throw new Error(`The row cluster needs ${name}: apt-get install redis-server nginx`, { cause });
  });
  const isListening = () =>
    openRawConnection(`http://127.0.0.1:${port}`).then(({ socket }) => socket.destroy());
  while (!(await isListening().catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
    await pause(10);
  }
  return async () => {
    child.kill();
    await once(child, 'exit');
  };
}

export function startRedis(port: number): Promise<() => Promise<void>> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return startEngine('redis-server', args, port);
}

/** Starts nginx in front of the replicas, with the settings of deploy/nginx.conf. */
export function startNginx(folder: string, port: number, hosts: string[]): Promise<() => Promise<void>> {
  mkdirSync(folder);
  const servers = hosts.map((host) => `server ${host} max_fails=1 fail_timeout=2s;`);
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = bodies.map((name) => `${name}_temp_path ${folder}/${name};`);
  const changes: [RegExp, string][] = [
    // A root nginx would switch to another user and lose access to the folder.
    [/^/, userInfo().uid === 0 ? 'user root;\n' : ''],
    [/proxy_cache_path \S+/, `proxy_cache_path ${folder}/assets`],
    [/pid [^;]+;/, `pid ${folder}/nginx.pid;`],
    [/http \{/, `http {\n${temporary.join('\n')}`],
    [/(\s+server [\d.]+:\d+[^;]*;)+/, `\n${servers.join('\n')}`],
    [/listen [^;]+;/, `listen 127.0.0.1:${port};`],
  ];
  let config = readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8');
  for (const [pattern, replacement] of changes) {
    if (!pattern.test(config)) throw new Error(`deploy/nginx.conf has no ${pattern.source}.`);
    config = config.replace(pattern, () => replacement);
  }
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  return startEngine('nginx', ['-e', 'stderr', '-c', file, '-g', 'daemon off;'], port);
}
