import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../errors.ts';
import { keyFile, readMasterKey, readSecrets } from '../../security/secrets.ts';
import type { Database } from '../open.ts';
import { createComparison, type TableComparison } from './compare.ts';

/**
 * Reads the secrets of a SQLite site. They are encrypted with its file `secret.key`, or with the SECRET_KEY that it ran
 * with, which must then be the SECRET_KEY of the new site.
 * @throws SetupError when neither key fits, or there are no secrets yet
 */
export async function readSecretRows(
  source: Database,
  dataDir: string,
  secretKey: string,
): Promise<Map<string, string>> {
  const file = join(dataDir, keyFile);
  const fromFile = existsSync(file)
    ? await readSecrets(source, readMasterKey(file)).catch(ignoreWrongKey)
    : undefined;
  const secrets = fromFile ?? (await readSecrets(source, secretKey));
  if (secrets.size === 0)
    throw new SetupError(
      `The site in DATA_DIR ${dataDir} has never been started: there is nothing to migrate.`,
    );
  return secrets;
}

/** Compares decrypted texts: encrypting the same text twice gives different results. */
export function compareSecrets(
  sourceCount: ReadonlyMap<string, string>,
  there: ReadonlyMap<string, string>,
): TableComparison {
  const comparison = createComparison('platform_secret');
  // Include the name, so that swapped secrets count as different.
  const content = (name: string, text: string) => JSON.stringify([name, text]);
  for (const [name, text] of sourceCount) {
    const other = there.get(name);
    comparison.add(name, content(name, text), other === undefined ? undefined : content(name, other));
  }
  return comparison.end(there.size);
}

/** @throws SetupError when the target holds other secrets, or secrets encrypted with another key */
export async function assertSameSite(
  target: Database,
  secretKey: string,
  secrets: ReadonlyMap<string, string>,
): Promise<void> {
  const there = await readSecrets(target, secretKey).catch(ignoreWrongKey);
  if (!there)
    throw new SetupError(
      'SECRET_KEY is not the one that the first migration to this database used. Use that one.',
    );
  const { missing, differing } = compareSecrets(secrets, there);
  if (missing.length + differing.length > 0)
    throw new SetupError('The database at --to holds another site. Use an empty database.');
}

function ignoreWrongKey(error: unknown): undefined {
  if (!(error instanceof SetupError)) throw error;
}
