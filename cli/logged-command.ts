import type { Feature } from '#contract/features.ts';
import type { Database } from '#platform/database/open.ts';
import { systemClock } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import type { Config } from '../app/config/config.ts';
import { inDatabase, type RunCommand } from './command.ts';
import { openLogKey } from './site-secrets.ts';

type Run = (
  context: { db: Database; withStaffLog: WithStaffLog; config: Config; logKey: Uint8Array },
  ...args: string[]
) => Promise<string>;

/** Returns a command whose changes are recorded in the staff log. */
export const createLoggedCommand = (run: Run, feature?: Feature): RunCommand =>
  inDatabase(async (db, argument, config, ...others) => {
    const logKey = await openLogKey(db, config);
    const deps = { db: db.withTables<Tables>(), clock: systemClock, logKey };
    const withStaffLog: WithStaffLog = (write) => withOperatorLog(deps, write);
    return run({ db, withStaffLog, config, logKey }, argument, ...others);
  }, feature);
