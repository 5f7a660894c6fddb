import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#platform/database/open.ts';
import { databaseFile } from '#platform/files/data-folder.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { systemClock as clock } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { createEmailServerStore, toSmtpServer } from '#server/features/site-administration/email-server.ts';
import { readStoredServer } from '#server/features/site-administration/email-server-repository.ts';
import { describeLastBackup } from '../backups/last-backup.ts';
import type { Config } from '../config/config.ts';
import { version } from '../version.ts';
import { createClockComparison, recordDatabaseTime } from './clock.ts';
import * as database from './database.ts';
import { listTimeZones } from './database-repository.ts';
import { type Check, type Finding, ok, problem, runCheck } from './finding.ts';
import * as machine from './machine.ts';
import { checkCertificate, checkDns, checkPublicUrl } from './public-url.ts';
import { createServiceChecks } from './services.ts';

/** Returns everything that can be checked about this site and its machine, whether or not the site runs. */
export const createDoctorChecks = (config: Config): Check[] => [
  { name: 'version', run: async () => ok(`${version}, Node ${process.version}`) },
  { name: 'settings', run: async () => ok(config.warnings.join('; ') || 'they are valid') },
  ...createMachineChecks(config),
  ...createDatabaseChecks(config),
  { name: 'backup', run: () => checkBackup(config) },
  { name: 'dns', run: () => checkDns(config.publicUrl) },
  { name: 'certificate', run: () => checkCertificate(config.publicUrl, clock()) },
  { name: 'public url', run: () => checkPublicUrl(config.publicUrl) },
  ...createOutsideChecks(config),
];

const createMachineChecks = (config: Config): Check[] => [
  { name: 'disk', run: () => machine.checkFolder('DATA_DIR', config.dataDir) },
  {
    name: 'disk of backups',
    run: async () => (config.backupDir ? machine.checkFolder('BACKUP_DIR', config.backupDir) : undefined),
  },
  { name: 'permissions', run: () => machine.checkPermissions(config.dataDir) },
  { name: 'memory', run: async () => machine.describeMemory(machine.readMemory()) },
  { name: 'open files', run: async () => machine.describeOpenFiles(machine.readOpenFiles()) },
  { name: 'port', run: () => machine.checkPort(config) },
];

function createDatabaseChecks(config: Config): Check[] {
  const inDatabase = (name: string, check: (db: Database) => Promise<Finding | undefined>): Check => ({
    name,
    run: () => withDatabase(config, check),
  });
  return [
    { name: 'database', run: () => openOnce(config) },
    inDatabase('schema', database.checkSchema),
    inDatabase('key', (db) => database.checkKey(db, config)),
    inDatabase('database role', (db) => database.checkRole(db, config)),
    inDatabase('servers', (db) => database.checkServers(db, config)),
    inDatabase('picture files', (db) => database.checkPictures(db, config)),
    inDatabase('time zone', async (db) => machine.describeTimeZones(await listTimeZones(db))),
  ];
}

/** @throws SetupError when the database cannot be opened */
async function openOnce(config: Config): Promise<Finding> {
  await (await database.openForReading(config)).destroy();
  return ok(config.databaseUrl ? `PostgreSQL at ${new URL(config.databaseUrl).host}` : 'SQLite in DATA_DIR');
}

/** Returns undefined if the database cannot be opened, which is a finding of its own. */
async function withDatabase<Result>(
  config: Config,
  read: (db: Database) => Promise<Result>,
): Promise<Result | undefined> {
  const db = await database.openForReading(config).catch(() => undefined);
  if (!db) return undefined;
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

async function checkBackup(config: Config): Promise<Finding> {
  const found = await describeLastBackup(config, clock());
  if (found) return found;
  return config.databaseUrl || !config.production
    ? ok('BACKUP_DIR is not set')
    : problem('no backups are made', 'Set BACKUP_DIR and BACKUP_EVERY=1d.');
}

/** Returns the checks of email, payments and pictures, and of the clock, which their responses are compared with. */
function createOutsideChecks(config: Config): Check[] {
  const comparison = createClockComparison(clock);
  const emailServers = {
    smtpUrl: config.smtpUrl,
    readSmtpServer: () => withDatabase(config, (db) => readSmtpServer(db, config)),
  };
  const services = createServiceChecks({ config, emailServers, comparison, clock });
  return [
    ...services.map(({ name, run }) => ({
      name,
      run: async () => (await run()) ?? describeMissing(name, config),
    })),
    {
      name: 'clock',
      async run() {
        if (config.databaseUrl) await withDatabase(config, (db) => recordDatabaseTime(db, comparison, clock));
        else await recordLastWrite(config);
        return comparison.check.run();
      },
    },
  ];

  /** A file of the future means that the clock was set back. */
  async function recordLastWrite({ dataDir }: Config): Promise<void> {
    const { mtimeMs } = await stat(join(dataDir, databaseFile)).catch(() => ({ mtimeMs: 0 }));
    if (mtimeMs > clock()) comparison.record('the last write to the database', mtimeMs, clock());
  }
}

const describeMissing = (name: string, { production }: Config): Finding | undefined =>
  name === 'email' && production
    ? problem('emails are only written to files', 'Set SMTP_URL, or the email server under /staff/settings.')
    : undefined;

/** Returns the email server that an owner has set. */
async function readSmtpServer(db: Database, { secretKey, databaseUrl, dataDir }: Config) {
  const tables = db.withTables<Tables>();
  // Without one there may be no key yet, and nothing must be written here.
  if ((await readStoredServer(tables)) === undefined) return undefined;
  const getSecret = await openSecrets({ db, secretKey, dataDir: databaseUrl ? undefined : dataDir });
  const found = await (await createEmailServerStore(tables, getSecret)).read();
  return found && toSmtpServer(found.server);
}

/** Runs all checks. Returns a line for each, and whether one of them found a problem. */
export async function examine(checks: readonly Check[]): Promise<{ lines: string[]; hasProblem: boolean }> {
  const lines: string[] = [];
  let hasProblem = false;
  for (const check of checks) {
    const finding = (await runCheck(check)) ?? ok('nothing to check');
    hasProblem ||= !finding.isOk;
    const fix = finding.isOk || finding.fix === '' ? '' : ` ${finding.fix}`;
    const text = finding.text.replace(/\.?$/, fix ? '.' : '');
    lines.push(`${finding.isOk ? 'ok' : 'problem'}\t${check.name}: ${text}${fix}`);
  }
  return { lines, hasProblem };
}
