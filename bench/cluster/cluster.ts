import { chmodSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../platform/testing/ports.ts';
import { startS3Server } from '../../providers/images/testing/s3-server.ts';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { serverFile } from '../../scripts/set-up/site.mjs';
import { startReplica } from '../../tests/cluster/replica.ts';
import { startPostgresCluster } from './postgres.ts';
import { replaceIn, startProgram } from './programs.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts a large site on loopback: two PostgreSQL servers behind one address, S3, two sites, nginx. */
export async function startCluster() {
  await using starting = new AsyncDisposableStack();
  const { path: folder } = starting.use(mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-cluster-')));
  chmodSync(folder, 0o755);
  const postgres = starting.use(await startPostgresCluster(folder));
  const s3 = starting.use(await startS3Server());
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...s3.environment,
    PUBLIC_URL: origin,
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'one key for all sites',
    TRUST_PROXY: '127.0.0.1',
    // All members have the address of this machine.
    RATE_LIMIT_SCALE: '10',
  };
  const replicas = await Array.fromAsync(['one', 'two'], async (name) => {
    const replica = await startReplica({ ...environment, DATA_DIR: join(folder, name) }, serverFile);
    starting.defer(async () => void (await replica.stop()));
    return replica;
  });
  const hosts = replicas.map((replica) => new URL(replica.origin).host);
  starting.use(await startNginx(join(folder, 'nginx'), port, hosts));
  const running = starting.move();
  return { origin, replicas, postgres, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Starts nginx in front of the sites, with the settings of deploy/nginx.conf. */
async function startNginx(folder: string, port: number, hosts: string[]) {
  mkdirSync(folder);
  const servers = hosts.map((host) => `server ${host} max_fails=1 fail_timeout=2s;`);
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = bodies.map((name) => `${name}_temp_path ${folder}/${name};`);
  const config = replaceIn(readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8'), [
    // A root nginx would switch to another user and lose access to the folder.
    [/^/, userInfo().uid === 0 ? 'user root;\n' : ''],
    [/proxy_cache_path \S+/, `proxy_cache_path ${folder}/assets`],
    [/pid [^;]+;/, `pid ${folder}/nginx.pid;`],
    [/error_log [^;]+;/, 'error_log stderr crit;'],
    [/access_log [^;]+;/, 'access_log off;'],
    [/http \{/, `http {\n${temporary.join('\n')}`],
    [/(\s+server [\d.]+:\d+[^;]*;)+/, `\n${servers.join('\n')}`],
    [/listen [^;]+;/, `listen 127.0.0.1:${port};`],
  ]);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  return startProgram('nginx', ['-e', 'stderr', '-c', file, '-g', 'daemon off;'], isReady);
}
