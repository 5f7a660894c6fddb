import { lockDataDir } from '#platform/database/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { renewSecrets } from '#platform/secrets.ts';
import type { Config } from './config.ts';
import { services } from './open-site-database.ts';
import type { Told } from './site-copies.ts';

/** The master key for another: nobody is signed out, no code or link ends. */
export async function renewSiteSecrets(config: Config): Promise<Told> {
  const { databaseUrl: url, dataDir, secretKey, newSecretKey: next } = config;
  if (!next)
    throw new SetupError(
      'NEW_SECRET_KEY is not set: the secrets will rest under it. Make one (`openssl rand -base64 32`), keep it, and start the site with SECRET_KEY set to it.',
    );
  const lock = url
    ? undefined
    : lockDataDir(
        dataDir,
        `The site runs on DATA_DIR ${dataDir}. Stop it first: it would go on under the old key.`,
      );
  const db = await openDatabase(url ? { url } : { dataDir });
  try {
    await migrate(db, services);
    const changed = await renewSecrets(db, { next, dataDir: url ? undefined : dataDir, secretKey });
    const left = url ? '' : ' DATA_DIR/secret.key, if there is one, is of no use any more: remove it.';
    return {
      text: `${changed} secrets rest under NEW_SECRET_KEY now. Start the site with SECRET_KEY set to it.${left}`,
    };
  } finally {
    await db.destroy();
    lock?.release();
  }
}
