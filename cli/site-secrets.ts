import type { Database } from '#platform/database/open.ts';
import { type GetSecret, openSecrets } from '#platform/security/secrets.ts';
import { readLogKey } from '#server/features/staff-log/log-key.ts';
import type { Config } from '../app/config/config.ts';

export const openSiteSecrets = (
  db: Database,
  { secretKey, databaseUrl, dataDir }: Config,
): Promise<GetSecret> => openSecrets({ db, secretKey, dataDir: databaseUrl ? undefined : dataDir });

export const openLogKey = async (db: Database, config: Config): Promise<Uint8Array> =>
  readLogKey(await openSiteSecrets(db, config));
