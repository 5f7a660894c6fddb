import { lockDataDir } from '#platform/database/lock.ts';
import { SetupError } from '#platform/errors.ts';
import { listRunningServers } from '#platform/jobs/running-servers.ts';
import { rotateSecrets } from '#platform/security/secrets.ts';
import type { Config } from '../app/config/config.ts';
import { assertFolderExists, type Command, type CommandResult, inDatabase } from './command.ts';

export const secretCommands: Command[] = [
  [
    'secrets rotate',
    "encrypts the site's secrets with NEW_SECRET_KEY instead of SECRET_KEY; stop the site first",
    rotateSiteSecrets,
  ],
];

/** Encrypts the secrets of a stopped site with NEW_SECRET_KEY. */
export async function rotateSiteSecrets(config: Config): Promise<CommandResult> {
  const { databaseUrl: url, dataDir, secretKey, newSecretKey: next } = config;
  if (!next)
    throw new SetupError(
      'NEW_SECRET_KEY is not set: it will encrypt the secrets. Create one (`openssl rand -base64 32`), store it safely, and start the site with SECRET_KEY set to it.',
    );
  if (!url) assertFolderExists(dataDir);
  const lock = url
    ? undefined
    : lockDataDir(
        dataDir,
        `The site is running on DATA_DIR ${dataDir}. Stop it first, because it would keep using the old key.`,
      );
  const rotate = inDatabase(async (db) => {
    if (url && (await listRunningServers(db)).length > 0)
      throw new SetupError(
        'A server runs on this database, or was killed less than a minute ago. Stop all servers first, because they would keep using the old key.',
      );
    const count = await rotateSecrets(db, { next, dataDir: url ? undefined : dataDir, secretKey });
    const keyFile = url ? '' : ' Delete DATA_DIR/secret.key if it exists; it is no longer used.';
    return `${count} secrets are now encrypted with NEW_SECRET_KEY. Start the site with SECRET_KEY set to it.${keyFile}`;
  });
  try {
    return await rotate(config);
  } finally {
    lock?.release();
  }
}
