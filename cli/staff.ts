import { systemClock as clock } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { describeStaff, grantRole, inviteOwner, revokeRole } from '#server/features/people/operator.ts';
import { readOwnerLink } from '#server/features/site-administration/owner-link.ts';
import { findHeads } from '#server/features/staff-log/log-chain.ts';
import { pruneByOperator, verifyByOperator } from '#server/features/staff-log/operator.ts';
import { getIdentityAccounts } from '../app/integrations/identity-accounts.ts';
import { type Command, createEmailDeps, inDatabase, type RunCommand, readText } from './command.ts';
import { createLoggedCommand } from './logged-command.ts';
import { openLogKey } from './site-secrets.ts';

const changeRole = (change: typeof grantRole): RunCommand =>
  inDatabase(
    async (db, account, config, role = '', center = '') =>
      change(db, {
        account,
        role,
        center,
        now: clock(),
        logKey: await openLogKey(db, config),
        accounts: getIdentityAccounts(config),
      }),
    'staff',
  );
const [grant, revoke] = [changeRole(grantRole), changeRole(revokeRole)];

const invite = inDatabase(async (db, email, config) => {
  const logKey = await openLogKey(db, config);
  const hasSmtpUrl = config.smtpUrl !== undefined;
  const accounts = getIdentityAccounts(config);
  return inviteOwner({ ...createEmailDeps(db, config), db, logKey, hasSmtpUrl, accounts }, email);
}, 'staff');

const verify = inDatabase(async (db, file, config) =>
  verifyByOperator(db, {
    logKey: await openLogKey(db, config),
    heads: file ? findHeads(readText(file)) : [],
  }),
);

const prune = createLoggedCommand(({ db, withStaffLog, logKey }, daysKept) =>
  pruneByOperator({ db: db.withTables<Tables>(), clock, logKey }, withStaffLog, daysKept || undefined),
);

const ownerLink = inDatabase(async (db, _, config) => {
  const logKey = await openLogKey(db, config);
  const { publicUrl } = config;
  const link = await readOwnerLink({ db: db.withTables<Tables>(), clock, logKey, publicUrl });
  return link ?? 'The site has an owner. To invite another one: npm run cli -- staff invite <email>';
}, 'staff');

export const staffCommands: Command[] = [
  ['owner-link', 'prints the link with which a person becomes the first owner', ownerLink],
  [
    'staff list',
    'lists the accounts that have a role',
    inDatabase((db, _, config) => describeStaff(db, getIdentityAccounts(config)), 'staff'),
  ],
  [
    'staff grant <email or localId> <role>',
    'gives an account a role for the whole site: owner, moderator or editor',
    grant,
  ],
  [
    'staff grant <email or localId> <role> <center>',
    'gives a role for one center, by its name or id: coordinator or door',
    grant,
  ],
  ['staff revoke <email or localId> <role>', 'takes a role from an account, and ends its shifts', revoke],
  ['staff revoke <email or localId> <role> <center>', 'takes a role for one center', revoke],
  ['staff invite <email>', 'invites an owner, who may still need an account', invite],
  ['log verify', 'verifies the log of what staff did; names the first broken row', verify],
  ['log verify <file>', 'also finds rows missing after a head that this file contains', verify],
  ['log prune', 'deletes rows of the log that are older than 3 years', prune],
  ['log prune <days>', 'deletes rows of the log that are older than this', prune],
];
