import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The site's database. The server uses it, too. */
export const openDatabase = (dataDir: string): DatabaseSync =>
  new DatabaseSync(join(dataDir, 'blood-buddies.db'), { timeout: 5000 });

/** Gives a role to the account with an email address, for a center unless it is for the whole site. */
export const giveRole = (database: DatabaseSync, email: string, role: string, centerId = ''): void =>
  void database
    .prepare('insert into staff_roles select id, ?, ?, 0 from users where email = ?')
    .run(role, centerId, email);
