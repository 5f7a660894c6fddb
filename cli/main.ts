import type { Feature } from '#contract/features.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { assertNotMigrated, restrictNewFiles } from '#platform/files/data-folder.ts';
import { createOutbox } from '#platform/jobs/outbox.ts';
import { systemClock as clock } from '#platform/time.ts';
import {
  disableUser,
  enableUser,
  findAccountId,
  removeSecondFactors,
} from '#providers/identity/administration.ts';
import * as payments from '#server/features/payments/administration.ts';
import { describeReported, keepReported, removeReported } from '#server/features/photos/administration.ts';
import * as opinions from '#server/features/reviews/administration.ts';
import { revokeAccess } from '#server/features/users/rules.ts';
import { type Config, readConfig } from '../app/config/config.ts';
import { allMigrations } from '../app/database.ts';
import { dropMessages, listRejectedMessages, resendMessages } from './outbox.ts';
import {
  backUpTo,
  type CommandResult,
  migrateDatabaseTo,
  repairDatabase,
  restoreFrom,
  rotateSiteSecrets,
} from './site.ts';

/** What is typed, with `<what>` for the one word that is passed to `run`. Of several that fit the first is meant. */
type Command = [words: string, help: string, run: Run];
type Run = (config: Config, what: string) => Promise<CommandResult>;

const commands: Command[] = [
  [
    'identity disable <email or localId>',
    'the person can no longer sign in',
    changeAccount(disableUser, { done: 'disabled', signsOut: true }),
  ],
  [
    'identity enable <email or localId>',
    'the person can sign in again',
    changeAccount(enableUser, { done: 'enabled' }),
  ],
  [
    'identity remove-factors <email or localId>',
    'signing in asks for no second step until one is added',
    changeAccount(removeSecondFactors, { done: 'second factors removed', signsOut: true }),
  ],
  [
    'payments',
    'open charges, failed refunds, disputes: what needs a decision',
    inDatabase(payments.describeUnsettled),
  ],
  [
    'payments refund <transaction id>',
    'refunds it: one that failed, or one of an unknown payment',
    inDatabase((db, id) => payments.refundByOperator(db, { clock, outbox: outboxOf(db) }, id)),
  ],
  [
    'payments resolve <transaction id>',
    'takes it off the list: you have settled it otherwise',
    inDatabase((db, id) => payments.resolveByOperator(db, clock, id)),
  ],
  ['payments hold', 'automatic refunds wait, as after a restore', inDatabase(payments.hold)],
  [
    'payments release',
    'automatic refunds go on',
    inDatabase((db) => payments.release(db, { outbox: outboxOf(db) })),
  ],
  [
    'payments <appointment or transaction id>',
    'everything that was done about it',
    inDatabase(payments.describePayment),
  ],
  [
    'photos',
    'photos that members have reported',
    inDatabase((db, _, { publicUrl }) => describeReported(db, publicUrl, clock())),
  ],
  [
    'photos keep <photo id>',
    'shows it again; reports no longer hide it',
    inDatabase((db, id) => keepReported(db, id, clock())),
  ],
  [
    'photos remove <photo id>',
    'removes the picture and every photo of it',
    inDatabase((db, id, { publicUrl }) =>
      removeReported(db, { outbox: outboxOf(db), publicUrl, now: clock() }, id),
    ),
  ],
  ['reviews', 'reviews that wait to be published', inDatabase(opinions.describeWaiting, 'reviews')],
  ['reviews published', 'those that everybody can read', inDatabase(opinions.describePublished, 'reviews')],
  [
    'reviews publish <review id>',
    'everybody can read it, under the name that the donor chose',
    decideOpinion('publish'),
  ],
  ['reviews refuse <review id>', 'nobody else reads it', decideOpinion('refuse')],
  ['reviews remove <review id>', 'takes away a published one', decideOpinion('remove')],
  ['outbox', 'emails and text messages that were rejected for good', inDatabase(listRejectedMessages)],
  ['outbox resend <message id | all>', 'sends them again', inDatabase(resendMessages)],
  ['outbox drop <message id | all>', 'deletes them', inDatabase(dropMessages)],
  ['backup --to <new folder>', 'copies the site of DATA_DIR', backUpTo],
  ['restore --from <folder>', 'puts a backup into an empty DATA_DIR', restoreFrom],
  [
    'repair',
    'rebuilds the indexes of a damaged database file in DATA_DIR, on which no site must run',
    repairDatabase,
  ],
  [
    'secrets rotate',
    "encrypts the site's secrets, which must not run, under NEW_SECRET_KEY in place of SECRET_KEY",
    rotateSiteSecrets,
  ],
  [
    'migrate',
    'brings the tables up to date, with the rights of DATABASE_URL', // Opening the database has done it.
    inDatabase(async () => 'The tables are up to date.'),
  ],
  [
    'migrate-database --to <postgres://...>',
    'copies the site of DATA_DIR, which must not run, to PostgreSQL, and its pictures to S3_BUCKET if it is set',
    migrateDatabaseTo,
  ],
];

/** The site delivers what this leaves there: no handler is needed here. */
function outboxOf(db: Database) {
  return createOutbox({ db, clock, handlers: {} });
}

function changeAccount(
  change: typeof disableUser,
  { done, signsOut }: { done: string; signsOut?: true },
): Run {
  return inDatabase(async (db, who) => {
    const id = await findAccountId(db, who);
    if (!id || !(await change(db, id))) throw new SetupError(`There is no account ${who}.`);
    if (signsOut) await revokeAccess(db, id, clock());
    return `Account ${who}: ${done}.`;
  });
}

function decideOpinion(decision: opinions.Decision): Run {
  return inDatabase((db, id) => opinions.decide(db, { id, decision, now: clock() }), 'reviews');
}

/** A command on the site's database, running or not. Of a `part` that the site does not have it would only seem to decide. */
function inDatabase(
  command: (db: Database, what: string, config: Config) => Promise<string>,
  part?: Feature,
): Run {
  return async (config, what) => {
    const { databaseUrl: url, dataDir } = config;
    if (part && !config.features.includes(part))
      throw new SetupError(`DISABLED_FEATURES names ${part}: this site has none.`);
    if (!url) assertNotMigrated(dataDir);
    const db = await openDatabase(url ? { url } : { dataDir });
    try {
      await migrate(db, allMigrations);
      return { text: await command(db, what, config) };
    } finally {
      await db.destroy();
    }
  };
}

const isPlaceholder = (word: string): boolean => word.startsWith('<');

/** The command that these words give, and what it is about. @throws SetupError that tells all commands */
function readCommand(given: string[]): { run: Run; what: string } {
  for (const [typed, , run] of commands) {
    const words = typed.match(/<[^<>]+>|\S+/g) ?? [];
    const fits = words.every((word, n) => (isPlaceholder(word) ? given[n] : given[n] === word));
    if (fits && words.length === given.length)
      return { run, what: given[words.findIndex(isPlaceholder)] ?? '' };
  }
  const lines = commands.map(([words, help]) => `  ${`npm run cli -- ${words}`.padEnd(61)}  ${help}`);
  throw new SetupError(
    `The operator's command. Unless it says otherwise, it works while the site runs.\n\n${lines.join('\n')}`,
  );
}

restrictNewFiles();

try {
  const { run, what } = readCommand(process.argv.slice(2));
  const { text, failed } = await run(readConfig(process.env), what);
  console.log(text);
  if (failed) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
