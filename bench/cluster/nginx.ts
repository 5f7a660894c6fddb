import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { type Engine, startEngine } from './engines.ts';

/** nginx in front of these replicas, with the settings that deploy/nginx.conf has for the real site. */
export async function startNginx(folder: string, port: number, replicas: readonly string[]): Promise<Engine> {
  mkdirSync(folder);
  const servers = replicas.map((replica) => `server ${new URL(replica).host} max_fails=1 fail_timeout=2s;`);
  const bodies = `client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;`;
  const others = ['fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  // It would give up root, and with it the folder.
  const user = userInfo().uid === 0 ? 'user root;\n' : '';
  const config = replaced(readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8'), [
    [/^/, user],
    [/worker_processes [^;]+;/, 'worker_processes 1;'],
    [/error_log [^;]+;/, `error_log ${folder}/error.log warn;`],
    [/pid [^;]+;/, `pid ${folder}/nginx.pid;`],
    [/http \{/, `http {\n${[bodies, ...others].join('\n')}`],
    [/(\s+server [\d.]+:\d+[^;]*;)+/, `\n${servers.join('\n')}`],
    [/access_log [^;]+;/, `access_log ${folder}/access.log plain;`],
    [/listen [^;]+;/, `listen 127.0.0.1:${port};`],
  ]);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  return startEngine('nginx', ['-e', 'stderr', '-c', file, '-g', 'daemon off;'], port);
}

/** What it could not pass on, but for replicas that were down. */
export function complaints(folder: string): string[] {
  const lines = readFileSync(join(folder, 'error.log'), 'utf8').split('\n');
  const errors = lines.filter((line) => line.includes('[error]') && !line.includes('Connection refused'));
  return errors.map((line) => line.replace(/client: .*request: /, '').replace(/\?[^"]*/g, ''));
}

function replaced(text: string, changes: [RegExp, string][]): string {
  return changes.reduce((all, [what, by]) => {
    if (!what.test(all)) throw new Error(`deploy/nginx.conf has no ${what.source}.`);
    return all.replace(what, () => by);
  }, text);
}
