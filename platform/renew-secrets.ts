import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database/open.ts';
import { inTransaction } from './database/transaction.ts';
import { SetupError } from './errors.ts';
import type { PlatformTables } from './schema/tables.ts';
import { decryptSecret, encryptSecret, keyFile, masterKeyRow, readMasterKey } from './secrets.ts';

/**
 * Encrypts every secret of the site anew: what rests under one of the `former` master keys rests under `next`
 * afterwards, all of it or nothing. What rests under `next` already stays, so it may be run again. Gives how many it changed.
 * @throws SetupError when one rests under a key that is none of these
 */
export async function renewSecrets(
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
