import { chownSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../platform/testing/ports.ts';
import { query } from '../../tests/cluster/query.ts';
import { copySettings, responds, startProgram } from '../programs.ts';

/**
 * Starts two PostgreSQL servers under Patroni behind haproxy on loopback, with the settings of deploy/.
 * @returns `url`: address of the database. `killPrimary`: kills PostgreSQL and Patroni of the primary
 * (SIGKILL)
 */
export async function startPostgresCluster(folder: string) {
  await using starting = new AsyncDisposableStack();
  const [etcd, peer, port] = [await freePort(), await freePort(), await freePort()];
  const etcdArgs = `--data-dir ${folder}/etcd --listen-client-urls http://127.0.0.1:${etcd}
    --advertise-client-urls http://127.0.0.1:${etcd} --listen-peer-urls http://127.0.0.1:${peer}
    --initial-advertise-peer-urls http://127.0.0.1:${peer} --initial-cluster default=http://127.0.0.1:${peer}`;
  const isEtcdReady = () => responds(`http://127.0.0.1:${etcd}/health`);
  starting.use(await startProgram('etcd', etcdArgs.split(/\s+/), isEtcdReady));
  const servers = await Array.fromAsync(['db-1', 'db-2'], async (name) => {
    const server = await startPatroni(name, join(folder, name), etcd);
    starting.use(server.patroni);
    return server;
  });
  const findServer = async (role: 'primary' | 'sync') => {
    const isInRole = await Promise.all(servers.map(({ api }) => responds(`${api}/${role}`)));
    return servers.find((_, n) => isInRole[n]);
  };
  while (!(await findServer('sync'))) await pause(200);

  const proxied = servers.map(
    ({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${new URL(api).port}\n`,
  );
  const file = copySettings('haproxy.cfg', folder, [
    [/bind :5432/, `bind 127.0.0.1:${port}`],
    [/( +server [^\n]*\n?)+$/, proxied.join('')],
  ]);
  const url = `postgres://postgres:replace-me@127.0.0.1:${port}/postgres`;
  starting.use(await startProgram('haproxy', ['-db', '-f', file], () => query(url, 'select 1')));
  const running = starting.move();
  return {
    url,
    async killPrimary() {
      const primary = await findServer('primary');
      if (!primary) throw new Error('No server is the primary.');
      const [pid] = readFileSync(join(primary.folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
      primary.patroni.kill('SIGKILL');
      process.kill(Number(pid), 'SIGKILL');
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Starts Patroni, which starts PostgreSQL. */
async function startPatroni(name: string, folder: string, etcd: number) {
  // PostgreSQL does not run as root.
  const owner = userInfo().uid === 0 ? { uid: 65534, gid: 65534 } : undefined;
  mkdirSync(folder);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const [port, apiPort] = [await freePort(), await freePort()];
  const [bin = ''] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const file = copySettings('patroni.yml', folder, [
    [/name: db-1/, `name: ${name}`],
    [/hosts: [\d.:,]+/, `hosts: 127.0.0.1:${etcd}`],
    [
      /0\.0\.0\.0:8008\n(.*) 10\.0\.0\.11:8008/,
      `127.0.0.1:${apiPort}\n  connect_address: 127.0.0.1:${apiPort}`,
    ],
    [/0\.0\.0\.0:5432\n(.*) 10\.0\.0\.11:5432/, `127.0.0.1:${port}\n  connect_address: 127.0.0.1:${port}`],
    [/data_dir: .*/, `data_dir: ${folder}/data`],
    [/bin_dir: .*/, `bin_dir: ${bin}`],
    [/pgpass: .*/, `pgpass: ${folder}/pgpass`],
    [/max_connections: 200/, `max_connections: 200\n        unix_socket_directories: ''`],
    [/replicator 10\.0\.0\.0\/24/, 'replicator 127.0.0.1/32'],
    [/all all 10\.0\.0\.0\/24/, 'all all 127.0.0.1/32'],
  ]);
  const api = `http://127.0.0.1:${apiPort}`;
  const isRunning = () => responds(`${api}/health`);
  const patroni = await startProgram('patroni', [file], isRunning, { ...owner, cwd: folder });
  return { name, folder, port, api, patroni };
}
