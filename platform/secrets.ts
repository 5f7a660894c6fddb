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
    (options.dataDir ? masterKeyFile(options.dataDir) : await keep('master-key', newSecret()));
  const key = createHash('sha256').update(masterKey).digest();

  return async (name, make = newSecret) => {
    const kept = (await read(name)) ?? (await keep(name, await encryptText(await make(), key)));
    return decrypt(kept, key);
  };
}

function masterKeyFile(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  try {
    if (!existsSync(file)) writeDurably(file, newSecret());
    chmodSync(file, 0o600);
    const key = readFileSync(file, 'utf8').trim();
    if (!key) throw new SetupError(`${file} is empty. Put the key back from a backup of DATA_DIR.`);
    return key;
  } catch (error) {
    throw error instanceof SetupError ? error : unusable(dataDir, error);
  }
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
