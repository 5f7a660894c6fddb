import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../database/open.ts';
import { SetupError } from '../errors.ts';
import { keyFile, readMasterKey, readSecrets } from '../secrets.ts';
import type { Compared } from './compare.ts';

/**
 * The secrets of an embedded site. They rest under its file `secret.key`, or under the SECRET_KEY that it ran with,
 * which then has to be the one of its new place.
 * @throws SetupError when neither is the key, or there are none yet
 */
export async function secretsOf(
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
): Compared {
  const names = [...here.keys()];
  const missing = names.filter((name) => !there.has(name));
  return {
    name: 'platform_secret',
    here: here.size,
    there: there.size,
    checksumHere: checksum(here, names),
    checksumThere: checksum(there, names),
    missing,
    differing: names.filter((name) => !missing.includes(name) && here.get(name) !== there.get(name)),
  };
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

const checksum = (secrets: ReadonlyMap<string, string>, names: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(names.map((name) => [name, secrets.get(name) ?? null])))
    .digest('hex');
