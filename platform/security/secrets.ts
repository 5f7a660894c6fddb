import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Kysely } from 'kysely';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { SetupError } from '../errors.ts';
import { syncFolder, writeFileAtomic } from '../files/atomic-write.ts';
import { keyFile, toUnusableFolderError } from '../files/data-folder.ts';
import { newSecret } from '../ids.ts';

/**
 * Returns the secret with that name and creates it on first use. It is the same on all servers and after
 * restarts.
 */
export type GetSecret = (name: string, make?: () => string | Promise<string>) => Promise<string>;

/** Row with the unencrypted master key, used with PostgreSQL if SECRET_KEY is not set. */
const masterKeyRow = 'master-key';

/**
 * Opens the secrets in the database, encrypted (JWE, A256GCM) with the master key: SECRET_KEY, or the file
 * `secret.key` (mode 600) in `dataDir`, or with PostgreSQL a row of the same table. The name is
 * authenticated, so that a secret cannot be replaced by one that the site publishes.
 */
export async function openSecrets(options: {
  db: Database;
  secretKey?: string | undefined;
  dataDir?: string | undefined;
}): Promise<GetSecret> {
  const db = options.db.withTables<PlatformTables>();

  async function read(name: string): Promise<string | undefined> {
    const rows = db.selectFrom('platform_secret').select('value').where('name', '=', name);
    return (await rows.executeTakeFirst())?.value;
  }
  /** Returns the stored value. Concurrent calls all return the value stored first. */
  async function addIfMissing(name: string, value: string): Promise<string> {
    await add(db, name, value);
    return (await read(name)) as string;
  }

  /** A new key file would not decrypt the secrets that exist. */
  async function readKeyFile(dataDir: string): Promise<string> {
    if (
      !existsSync(join(dataDir, keyFile)) &&
      (await db.selectFrom('platform_secret').select('name').executeTakeFirst())
    )
      throw new SetupError(
        `${join(dataDir, keyFile)} is missing. Restore it from a backup, or set SECRET_KEY if this site used it.`,
      );
    return masterKeyFile(dataDir);
  }

  const masterKey =
    options.secretKey ??
    (await (options.dataDir ? readKeyFile(options.dataDir) : addIfMissing(masterKeyRow, newSecret())));
  const key = deriveKey(masterKey);

  return async (name, make = newSecret) => {
    const stored =
      (await read(name)) ?? (await addIfMissing(name, await encryptText(await make(), key, name)));
    return decrypt(name, stored, key);
  };
}

/**
 * Returns all secrets of the database, decrypted, keyed by name.
 * @throws SetupError when they are encrypted with another master key
 */
export async function readSecrets(database: Database, masterKey: string): Promise<Map<string, string>> {
  const db = database.withTables<PlatformTables>();
  const rows = await db.selectFrom('platform_secret').select(['name', 'value']).orderBy('name').execute();
  const read = new Map<string, string>();
  for (const { name, value } of rows) read.set(name, await decryptSecret(name, value, masterKey));
  return read;
}

/**
 * Decrypts every secret with the key that a start would use. Changes nothing.
 * @throws SetupError when they are encrypted with another master key
 */
export async function assertMasterKey(
  database: Database,
  { secretKey, dataDir }: { secretKey?: string | undefined; dataDir?: string | undefined },
): Promise<void> {
  const db = database.withTables<PlatformTables>();
  const rows = await db.selectFrom('platform_secret').select(['name', 'value']).execute();
  const stored = rows.find(({ name }) => name === masterKeyRow)?.value;
  const readStored = () => (dataDir === undefined ? stored : readMasterKey(join(dataDir, keyFile)));
  const key = deriveKey(secretKey ?? readStored() ?? '');
  for (const { name, value } of rows) if (name !== masterKeyRow) await decrypt(name, value, key);
}

/** Adds secrets that do not exist yet, encrypted with the master key. */
export async function addSecrets(
  database: Database,
  masterKey: string,
  secrets: ReadonlyMap<string, string>,
): Promise<void> {
  const db = database.withTables<PlatformTables>();
  for (const [name, text] of secrets) await add(db, name, await encryptSecret(name, text, masterKey));
}

/** Adds a row unless the name exists. */
async function add(db: Kysely<PlatformTables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('platform_secret')
    .values({ name, value })
    .onConflict((c) => c.column('name').doNothing())
    .execute();
}

/** @throws SetupError when the value is encrypted with another master key, or for another name */
const decryptSecret = (name: string, value: string, masterKey: string): Promise<string> =>
  decrypt(name, value, deriveKey(masterKey));

const encryptSecret = (name: string, text: string, masterKey: string): Promise<string> =>
  encryptText(text, deriveKey(masterKey), name);

const deriveKey = (masterKey: string): Uint8Array => createHash('sha256').update(masterKey).digest();

async function masterKeyFile(dataDir: string): Promise<string> {
  const file = join(dataDir, keyFile);
  const draft = `${file}.draft`;
  try {
    if (!existsSync(file)) {
      // Sync the key to disk before it encrypts anything, because the secrets cannot be read without it.
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

/** @throws SetupError when the file is empty, or the system's error when the file cannot be read */
export function readMasterKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (!key) throw new SetupError(`${file} is empty. Restore it from a backup of DATA_DIR.`);
  return key;
}

async function decrypt(name: string, value: string, key: Uint8Array): Promise<string> {
  const { plaintext, protectedHeader } = await compactDecrypt(value, key).catch((cause: unknown) => {
    throw new SetupError(
      'SECRET_KEY (or DATA_DIR/secret.key) is not the key that encrypted the stored secrets. Set SECRET_KEY to the key that this site used before, or restore secret.key.',
      { cause },
    );
  });
  const { kid } = protectedHeader;
  if (kid !== name)
    throw new SetupError(
      `The secret ${name} in the table platform_secret was replaced by the secret ${kid}. Restore that table from a backup.`,
    );
  return new TextDecoder().decode(plaintext);
}

/**
 * Re-encrypts all secrets with the master key `next` in one transaction. Secrets that already use it stay
 * unchanged, so the command can be repeated.
 * @returns the number of changed secrets
 * @throws SetupError when a secret uses none of the known keys
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
  const fromFile = file && existsSync(file) ? [readMasterKey(file)] : [];
  return inTransaction(database.withTables<PlatformTables>(), async (trx) => {
    const rows = await trx.selectFrom('platform_secret').select(['name', 'value']).orderBy('name').execute();
    if (rows.length === 0)
      throw new SetupError('This site has never been started: set SECRET_KEY and start it.');
    const fromRow = rows.filter(({ name }) => name === masterKeyRow).map(({ value }) => value);
    const formerKeys = [...(secretKey ? [secretKey] : []), ...fromFile, ...fromRow];
    let changedCount = 0;
    for (const { name, value } of rows) {
      if (name === masterKeyRow) continue;
      if ((await decryptWithAny(name, [next], value)) !== undefined) continue;
      const text = await decryptWithAny(name, formerKeys, value);
      if (text === undefined) throw new SetupError(unknownKeyMessage);
      const reencrypted = await encryptSecret(name, text, next);
      await trx.updateTable('platform_secret').set({ value: reencrypted }).where('name', '=', name).execute();
      changedCount += 1;
    }
    // Delete the old key, so that a start without SECRET_KEY does not use it.
    await trx.deleteFrom('platform_secret').where('name', '=', masterKeyRow).execute();
    return changedCount;
  });
}

const unknownKeyMessage =
  'SECRET_KEY (or DATA_DIR/secret.key) is not the key that encrypted the secrets. Set SECRET_KEY to the key that the site uses.';

async function decryptWithAny(
  name: string,
  keys: readonly string[],
  value: string,
): Promise<string | undefined> {
  for (const key of keys) {
    try {
      return await decryptSecret(name, value, key);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
    }
  }
}

/**
 * Encrypts text for the database (JWE, A256GCM). `key` has 32 bytes. `name` is authenticated but not
 * encrypted.
 */
export function encryptText(text: string, key: Uint8Array, name?: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...(name && { kid: name }) })
    .encrypt(key);
}

/** @throws Error when the text was encrypted with another key or has been modified */
export async function decryptText(text: string, key: Uint8Array): Promise<string> {
  return new TextDecoder().decode((await compactDecrypt(text, key)).plaintext);
}
