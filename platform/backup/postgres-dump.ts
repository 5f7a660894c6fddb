import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { normalizeTlsOptions } from '../database/postgres.ts';
import { SetupError } from '../errors.ts';

/** The PostgreSQL database in a backup, in the custom format of pg_dump. */
export const dumpFile = 'database.dump';

/** `path`: where PostgreSQL's programs are looked for, as in PATH. */
export type PostgresSite = { url: string; path: string | undefined };

/**
 * Writes the state of an exported snapshot to a new file, readable by this user only.
 * @throws SetupError when pg_dump is missing, older than the server, or fails
 */
export async function dumpPostgres({ url, path }: PostgresSite, snapshot: string, to: string): Promise<void> {
  const { address, env } = toLibpq(url);
  await using file = await open(to, 'wx', 0o600);
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  // Through a pipe, so that pg_dump ends with this process.
  await run('pg_dump', [...options, `--dbname=${address}`], { path, env }, async (output) => {
    for await (const chunk of output) await file.writeFile(chunk);
  });
  await file.sync();
}

export type DumpContents = {
  /** The number of rows of each table. */
  rows: Map<string, number>;
  /** The names of the migrations that have run, by service. */
  migrations: Map<string, string[]>;
};

/**
 * Reads a whole dump and counts its rows.
 * @throws SetupError when the dump is damaged, or pg_restore is missing or too old
 */
export async function readDump(file: string, path: string | undefined): Promise<DumpContents> {
  const rows = new Map<string, number>();
  const migrations = new Map<string, string[]>();
  await run('pg_restore', ['--file=-', file], { path }, async (output) => {
    let table: string | undefined;
    for await (const line of createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (table === undefined) {
        table = /^COPY (?:[\w"]+\.)?"?(\w+)"? \(.*\) FROM stdin;$/.exec(line)?.[1];
        if (table) rows.set(table, 0);
      } else if (line === '\\.') table = undefined;
      else {
        rows.set(table, (rows.get(table) ?? 0) + 1);
        const [, service] = /^(.+)_migration$/.exec(table) ?? [];
        const [name = ''] = line.split('\t');
        if (service) migrations.set(service, [...(migrations.get(service) ?? []), name]);
      }
    }
  });
  return { rows, migrations };
}

/** Restores a dump into an empty database, in one transaction. */
export async function restoreDump(file: string, { url, path }: PostgresSite): Promise<void> {
  const { address, env } = toLibpq(url);
  const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await run('pg_restore', [...options, `--dbname=${address}`, file], { path, env }, async (output) => {
    output.resume();
  });
}

type Tool = 'pg_dump' | 'pg_restore';

async function run(
  tool: Tool,
  args: string[],
  { path, env = {} }: { path: string | undefined; env?: Record<string, string> },
  read: (output: Readable) => Promise<void>,
): Promise<void> {
  const child = spawn(tool, args, {
    env: { ...env, LC_ALL: 'C', ...(path !== undefined && { PATH: path }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let message = '';
  child.stderr.on('data', (text) => {
    message = `${message}${text}`.slice(0, 10_000);
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const reading = read(child.stdout).catch((error: unknown) => {
    child.kill();
    return error;
  });
  const code = await ended.catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? missingToolError(tool, cause) : cause;
  });
  const failure = await reading;
  if (failure) throw failure;
  if (code !== 0) throw toToolError(tool, message);
}

const missingToolError = (tool: Tool, cause: unknown): SetupError =>
  new SetupError(
    `${tool} is not installed. Install PostgreSQL's client programs (Debian: postgresql-client), of the server's version or newer.`,
    { cause },
  );

/** Quotes only the first line, because the others may contain rows. */
function toToolError(tool: Tool, message: string): SetupError {
  const [, server, own] = /server version: (\d[\w.]*).*?pg_dump version: (\d[\w.]*)/s.exec(message) ?? [];
  if (server)
    return new SetupError(
      `pg_dump ${own} is older than the PostgreSQL server ${server}. Install the client programs of version ${Number.parseInt(server, 10)} or newer.`,
    );
  const [line = 'no reason was given'] = message.split('\n');
  return new SetupError(`${tool} failed: ${line.replace(/^\w+: (error: )?/, '')}`);
}

/** The parameters of an address that libpq knows, too. */
const libpqParameters = /^(host|sslmode|sslrootcert|sslcert|sslkey|application_name|options)$/;
const systemCertificates = '/etc/ssl/certs/ca-certificates.crt';

/** Returns the address for libpq, and the environment with the password, which must not be in a process list. */
function toLibpq(url: string): { address: string; env: Record<string, string> } {
  const address = new URL(normalizeTlsOptions(url));
  const { password, searchParams } = address;
  address.password = '';
  for (const name of [...searchParams.keys()]) if (!libpqParameters.test(name)) searchParams.delete(name);
  // libpq would otherwise look for the certificates in the home folder.
  if (searchParams.get('sslmode') === 'verify-full' && !searchParams.has('sslrootcert'))
    searchParams.set('sslrootcert', existsSync(systemCertificates) ? systemCertificates : 'system');
  return { address: address.href, env: password ? { PGPASSWORD: decodeURIComponent(password) } : {} };
}
