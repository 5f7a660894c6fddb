import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Makes every sign-in ten minutes older, at the identity provider and at the product server. */
export function ageSignIns(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'blood-buddies.db'));
  database.exec(`pragma busy_timeout = 5000;
    update identity_session set auth_time = auth_time - 600000;
    update sessions set auth_time = auth_time - 600000;`);
  database.close();
}
