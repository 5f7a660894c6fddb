import { chmodSync, mkdirSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../platform/testing/ports.ts';
import { startS3Server } from '../../providers/images/testing/s3-server.ts';
import { serverFile } from '../../scripts/set-up/site.mjs';
import { startReplica } from '../../tests/cluster/replica.ts';
import { copySettings, responds, startProgram } from '../programs.ts';
import { startPostgresCluster } from './postgres.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts a large site on loopback: two PostgreSQL servers behind one address, S3, two replicas of the site,
 * and nginx.
 */
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
    // Trust nginx. All members have its address, because everything runs on this machine.
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_SCALE: '10',
  };
  const replicas = await Array.fromAsync(['one', 'two'], async (name) => {
    const replica = await startReplica({ ...environment, DATA_DIR: join(folder, name) }, serverFile);
    starting.defer(async () => void (await replica.stop()));
    return replica;
  });
  const servers = replicas.map(
    (replica) => `server ${new URL(replica.origin).host} max_fails=1 fail_timeout=2s;`,
  );
  starting.use(await startNginx(join(folder, 'nginx'), port, servers));
  const running = starting.move();
  return { origin, replicas, postgres, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function startNginx(folder: string, port: number, servers: string[]) {
  mkdirSync(folder);
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = bodies.map((name) => `${name}_temp_path ${folder}/${name};`);
  const file = copySettings('nginx.conf', folder, [
    // If run by root, nginx would switch to another user and lose access to the folder.
    [/^/, userInfo().uid === 0 ? 'user root;\n' : ''],
    [/proxy_cache_path \S+/, `proxy_cache_path ${folder}/assets`],
    [/pid [^;]+;/, `pid ${folder}/nginx.pid;`],
    [/error_log [^;]+;/, 'error_log stderr crit;'],
    [/access_log [^;]+;/, 'access_log off;'],
    [/http \{/, `http {\n${temporary.join('\n')}`],
    [/(\s+server [\d.]+:\d+[^;]*;)+/, `\n${servers.join('\n')}`],
    [/listen [^;]+;/, `listen 127.0.0.1:${port};`],
  ]);
  const args = ['-e', 'stderr', '-c', file, '-g', 'daemon off;'];
  return startProgram('nginx', args, () => responds(`http://127.0.0.1:${port}/healthz`));
}
