import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { SetupError } from '../errors.ts';
import { syncFolder, writeFileAtomic } from '../files/atomic-write.ts';
import { toUnusableFolderError } from '../files/data-folder.ts';
import { newSecret } from '../ids.ts';
import { decryptText, encryptText } from './encryption.ts';

/** Gives the secret of that name; the first who asks makes it. It stays the same over restarts and replicas. */
export type Secrets = (name: string, make?: () => string | Promise<string>) => Promise<string>;

/** In DATA_DIR. */
export const keyFile = 'secret.key';
/** Where a database server has no SECRET_KEY: the one that is not encrypted. */
const masterKeyRow = 'master-key';

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

  async function read(name: string): Promise<string | undefined> {
    const rows = db.selectFrom('platform_secret').select('value').where('name', '=', name);
    return (await rows.executeTakeFirst())?.value;
  }
  /** The secret of whoever was first. */
  async function keep(name: string, value: string): Promise<string> {
    await add(db, name, value);
    return (await read(name)) as string;
  }

  const masterKey =
    options.secretKey ??
    (await (options.dataDir ? masterKeyFile(options.dataDir) : keep(masterKeyRow, newSecret())));
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
  for (const [name, text] of secrets) await add(db, name, await encryptSecret(text, masterKey));
}

/** Unless one of that name is there. */
async function add(db: Kysely<PlatformTables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('platform_secret')
    .values({ name, value })
    .onConflict((c) => c.column('name').doNothing())
    .execute();
}

/** @throws SetupError when it rests under another master key */
const decryptSecret = (value: string, masterKey: string): Promise<string> =>
  decrypt(value, keyFrom(masterKey));

const encryptSecret = (text: string, masterKey: string): Promise<string> =>
  encryptText(text, keyFrom(masterKey));

const keyFrom = (masterKey: string): Uint8Array => createHash('sha256').update(masterKey).digest();

async function masterKeyFile(dataDir: string): Promise<string> {
  const file = join(dataDir, keyFile);
  const draft = `${file}.draft`;
  try {
    if (!existsSync(file)) {
      // All of it and for good, before anything rests under it: without this key the database's secrets are lost.
      rmSync(draft, { force: true });
      await writeFileAtomic(draft, file, newSecret());
      await syncFolder(dataDir);
    }
    chmodSync(file, 0o600);
    return readMasterKey(file);
  } catch (error) {
    throw error instanceof SetupError ? error : toUnusableFolderError(dataDir, error);
  }
}

/** @throws SetupError when nothing is in it; the system's error when it cannot be read */
export function readMasterKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (!key) throw new SetupError(`${file} is empty. Put the key back from a backup of DATA_DIR.`);
  return key;
}

async function decrypt(text: string, key: Uint8Array): Promise<string> {
  try {
    return await decryptText(text, key);
  } catch (cause) {
    throw new SetupError(
      'SECRET_KEY (or DATA_DIR/secret.key) is not the key under which the secrets were stored.',
      { cause },
    );
  }
}

/**
 * Encrypts every secret of the site anew: what rests under one of the `former` master keys rests under `next`
 * afterwards, all of it or nothing. What rests under `next` already stays, so it may be run again. Gives how many it changed.
 * @throws SetupError when one rests under a key that is none of these
 */
export async function rotateSecrets(
  database: Database,
  {
    next,
    dataDir,
    secretKey,
  }: { next: string; dataDir?: string | undefined; secretKey?: string | undefined },
): Promise<number> {
  const file = dataDir && join(dataDir, keyFile);
  const ofFile = file && existsSync(file) ? [readMasterKey(file)] : [];
  return inTransaction(database.withTables<PlatformTables>(), async (trx) => {
    const rows = await trx.selectFrom('platform_secret').selectAll().orderBy('name').execute();
    if (rows.length === 0)
      throw new SetupError('This site has never been started: set SECRET_KEY and start it.');
    const ofRow = rows.filter(({ name }) => name === masterKeyRow).map(({ value }) => value);
    const former = [...(secretKey ? [secretKey] : []), ...ofFile, ...ofRow];
    let changed = 0;
    for (const { name, value } of rows) {
      if (name === masterKeyRow) continue;
      if ((await under([next], value)) !== undefined) continue;
      const text = await under(former, value);
      if (text === undefined) throw new SetupError(noneOfThese);
      const renewed = await encryptSecret(text, next);
      await trx.updateTable('platform_secret').set({ value: renewed }).where('name', '=', name).execute();
      changed += 1;
    }
    // From now on it would be taken for the key, where SECRET_KEY is forgotten at the next start.
    await trx.deleteFrom('platform_secret').where('name', '=', masterKeyRow).execute();
    return changed;
  });
}

const noneOfThese =
  'The secrets rest under another key than SECRET_KEY (or DATA_DIR/secret.key). Set SECRET_KEY to the one that the site runs with.';

async function under(keys: readonly string[], value: string): Promise<string | undefined> {
  for (const key of keys) {
    try {
      return await decryptSecret(value, key);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
    }
  }
}
