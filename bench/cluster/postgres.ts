import { chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../platform/testing/ports.ts';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { query } from '../../tests/cluster/query.ts';
import { replaceIn, startProgram } from './programs.ts';

/**
 * Starts two PostgreSQL servers under Patroni behind haproxy, with the settings of deploy/, on loopback.
 * @returns `url`: the one address of the database; `killPrimary`: kills PostgreSQL and Patroni of the primary (SIGKILL)
 */
export async function startPostgresCluster(folder: string) {
  await using starting = new AsyncDisposableStack();
  // PostgreSQL does not run as root.
  const owner = userInfo().uid === 0 ? { uid: 65534, gid: 65534 } : {};
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  starting.use(
    await startProgram(
      'etcd',
      [
        ...[
          '--data-dir',
          join(folder, 'etcd'),
          '--listen-client-urls',
          etcd,
          '--advertise-client-urls',
          etcd,
        ],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', `default=${peer}`],
      ],
      async () => (await fetch(`${etcd}/health`)).ok,
    ),
  );
  const settings = readFileSync(inRoot('deploy', 'patroni.yml'), 'utf8');
  const [bin = ''] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const servers = await Array.fromAsync(['db-1', 'db-2'], async (name) => {
    const own = join(folder, name);
    mkdirSync(own);
    if (owner.uid) chownSync(own, owner.uid, owner.gid as number);
    const [port, api] = [await freePort(), await freePort()];
    const file = join(own, 'patroni.yml');
    const changes = [
      [/name: db-1/, `name: ${name}`],
      [/listen: 0.0.0.0:8008/, `listen: 127.0.0.1:${api}`],
      [/connect_address: 10.0.0.11:8008/, `connect_address: 127.0.0.1:${api}`],
      [/hosts: [\d.:,]+/, `hosts: 127.0.0.1:${etcdPort}`],
      [/listen: 0.0.0.0:5432/, `listen: 127.0.0.1:${port}`],
      [/connect_address: 10.0.0.11:5432/, `connect_address: 127.0.0.1:${port}`],
      [/data_dir: .*/, `data_dir: ${own}/data`],
      [/bin_dir: .*/, `bin_dir: ${bin}`],
      [/pgpass: .*/, `pgpass: ${own}/pgpass`],
      [/max_connections: 200/, `max_connections: 200\n        unix_socket_directories: ''`],
      ...['host replication replicator', 'host all all'].map(
        (line) => [`${line} 10.0.0.0/24`, `${line} 127.0.0.1/32`] as const,
      ),
    ] as const;
    writeFileSync(file, replaceIn(settings, changes));
    const isRunning = async () => (await fetch(`http://127.0.0.1:${api}/health`)).ok;
    const patroni = await startProgram('patroni', [file], isRunning, { ...owner, cwd: own });
    starting.use(patroni);
    return { name, port, api, patroni, data: join(own, 'data') };
  });
  const isPrimary = async ({ api }: { api: number }) => (await fetch(`http://127.0.0.1:${api}/primary`)).ok;
  const isSynchronous = async () =>
    (await Promise.all(servers.map(({ api }) => fetch(`http://127.0.0.1:${api}/sync`)))).some(({ ok }) => ok);
  while (!(await isSynchronous())) await pause(200);

  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const proxied = servers.map(
    ({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${api}`,
  );
  const changes = [
    [/bind :5432/, `bind 127.0.0.1:${port}`],
    [/( +server [^\n]*\n?)+$/, `${proxied.join('\n')}\n`],
  ] as const;
  writeFileSync(file, replaceIn(readFileSync(inRoot('deploy', 'haproxy.cfg'), 'utf8'), changes));
  const url = `postgres://postgres:replace-me@127.0.0.1:${port}/postgres`;
  starting.use(await startProgram('haproxy', ['-db', '-f', file], () => query(url, 'select 1')));
  const running = starting.move();
  return {
    url,
    async killPrimary() {
      for (const server of servers) {
        if (!(await isPrimary(server))) continue;
        const [pid] = readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n');
        server.patroni.kill('SIGKILL');
        process.kill(Number(pid), 'SIGKILL');
        return;
      }
      throw new Error('No server is the primary.');
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
