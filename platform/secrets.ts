import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { unusable } from './data-folder.ts';
import type { Database } from './database/open.ts';
import { decryptText, encryptText } from './encryption.ts';
import { SetupError } from './errors.ts';
import { newSecret } from './ids.ts';
import type { PlatformTables } from './schema/tables.ts';

/** Gives the secret of that name; the first who asks makes it. It stays the same over restarts and replicas. */
export type Secrets = (name: string, make?: () => string | Promise<string>) => Promise<string>;

/** In DATA_DIR. */
export const keyFile = 'secret.key';
/** Where a database server has no SECRET_KEY: the one that is not encrypted. */
export const masterKeyRow = 'master-key';

/**
 * Secrets rest in the database, encrypted (JWE, A256GCM) under a master key: SECRET_KEY, else the file `secret.key`
 * (mode 600) in `dataDir`, else, with a database server and no data folder that replicas share, a row beside them.
 */
export async function openSecrets(options: {
  db: Database;
  secretKey?: string | undefined;
  dataDir?: string | undefined;
}): Promise<Secrets> {
  const db = options.db.withTables<PlatformTables>();

  async function keep(name: string, value: string): Promise<string> {
    await db
      .insertInto('platform_secret')
      .values({ name, value })
      .onConflict((c) => c.column('name').doNothing())
      .execute();
    return (await read(name)) as string;
  }
  async function read(name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('platform_secret')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  }

  const masterKey =
    options.secretKey ??
    (options.dataDir ? masterKeyFile(options.dataDir) : await keep(masterKeyRow, newSecret()));
  const key = keyFrom(masterKey);

  return async (name, make = newSecret) => {
    const kept = (await read(name)) ?? (await keep(name, await encryptText(await make(), key)));
    return decrypt(kept, key);
  };
}

/**
 * Every secret that rests in the database, in the clear, by its name.
 * @throws SetupError when they rest under another master key
 */
export async function readSecrets(database: Database, masterKey: string): Promise<Map<string, string>> {
  const db = database.withTables<PlatformTables>();
  const rows = await db.selectFrom('platform_secret').selectAll().orderBy('name').execute();
  const read = new Map<string, string>();
  for (const { name, value } of rows) read.set(name, await decryptSecret(value, masterKey));
  return read;
}

/** Adds those of these secrets that are not there, encrypted under that master key. */
export async function addSecrets(
  database: Database,
  masterKey: string,
  secrets: ReadonlyMap<string, string>,
): Promise<void> {
  const db = database.withTables<PlatformTables>();
  for (const [name, text] of secrets) {
    const value = await encryptSecret(text, masterKey);
    await db
      .insertInto('platform_secret')
      .values({ name, value })
      .onConflict((c) => c.column('name').doNothing())
      .execute();
  }
}

/** @throws SetupError when it rests under another master key */
export const decryptSecret = (value: string, masterKey: string): Promise<string> =>
  decrypt(value, keyFrom(masterKey));

export const encryptSecret = (text: string, masterKey: string): Promise<string> =>
  encryptText(text, keyFrom(masterKey));

const keyFrom = (masterKey: string): Uint8Array => createHash('sha256').update(masterKey).digest();

function masterKeyFile(dataDir: string): string {
  const file = join(dataDir, keyFile);
  try {
    if (!existsSync(file)) writeDurably(file, newSecret());
    chmodSync(file, 0o600);
    return readMasterKey(file);
  } catch (error) {
    throw error instanceof SetupError ? error : unusable(dataDir, error);
  }
}

/** @throws SetupError when nothing is in it; the system's error when it cannot be read */
export function readMasterKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (!key) throw new SetupError(`${file} is empty. Put the key back from a backup of DATA_DIR.`);
  return key;
}

/** All of it and for good, before anything rests under it: without this key the database's secrets are lost. */
function writeDurably(file: string, text: string): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, file);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

async function decrypt(text: string, key: Uint8Array): Promise<string> {
  try {
    return await decryptText(text, key);
  } catch (cause) {
    throw new SetupError(
      'SECRET_KEY (or DATA_DIR/secret.key) is not the key under which the secrets were stored.',
      {
        cause,
      },
    );
  }
}
