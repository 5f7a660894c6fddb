import type { Database } from '#platform/database/open.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { readLogKey } from '#server/features/staff-log/log-key.ts';
import type { Config } from '../app/config/config.ts';

export async function openLogKey(
  db: Database,
  { secretKey, databaseUrl, dataDir }: Config,
): Promise<Uint8Array> {
  return readLogKey(await openSecrets({ db, secretKey, dataDir: databaseUrl ? undefined : dataDir }));
}
