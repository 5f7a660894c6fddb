import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../errors.ts';
import { keyFile, readMasterKey, readSecrets } from '../../security/secrets.ts';
import type { Database } from '../open.ts';
import { createComparison, type TableComparison } from './compare.ts';

/**
 * The secrets of an embedded site. They rest under its file `secret.key`, or under the SECRET_KEY that it ran with,
 * which then has to be the one of its new place.
 * @throws SetupError when neither is the key, or there are none yet
 */
export async function readSecretRows(
  source: Database,
  dataDir: string,
  secretKey: string,
): Promise<Map<string, string>> {
  const file = join(dataDir, keyFile);
  const underFile = existsSync(file)
    ? await readSecrets(source, readMasterKey(file)).catch(notThatOne)
    : undefined;
  const secrets = underFile ?? (await readSecrets(source, secretKey));
  if (secrets.size === 0)
    throw new SetupError(`The site in DATA_DIR ${dataDir} has never been started: there is nothing to move.`);
  return secrets;
}

/** Under a key rests the same text as something else each time: what is compared is the text. */
export function compareSecrets(
  here: ReadonlyMap<string, string>,
  there: ReadonlyMap<string, string>,
): TableComparison {
  const comparison = createComparison('platform_secret');
  // The name counts as well: two secrets in each other's place are not the same.
  const content = (name: string, text: string) => JSON.stringify([name, text]);
  for (const [name, text] of here) {
    const other = there.get(name);
    comparison.add(name, content(name, text), other === undefined ? undefined : content(name, other));
  }
  return comparison.end(there.size);
}

/** @throws SetupError when the database that a move went to holds other secrets, or holds them under another key */
export async function assertSameSite(
  target: Database,
  secretKey: string,
  secrets: ReadonlyMap<string, string>,
): Promise<void> {
  const there = await readSecrets(target, secretKey).catch(notThatOne);
  if (!there)
    throw new SetupError(
      'SECRET_KEY is not the one with which this site was first moved there. Use that one.',
    );
  const { missing, differing } = compareSecrets(secrets, there);
  if (missing.length + differing.length > 0)
    throw new SetupError('The database at --to holds another site. Give an empty database.');
}

function notThatOne(error: unknown): undefined {
  if (!(error instanceof SetupError)) throw error;
}
