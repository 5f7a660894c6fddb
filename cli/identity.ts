import { open, rm } from 'node:fs/promises';
import type { AccountChange } from '#contract/staff-accounts.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import { systemClock } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { exportOnRequest } from '#server/features/account/export.ts';
import { type AccountCore, changeAccount } from '#server/features/people/accounts.ts';
import {
  confirmDeletion,
  requestDeletion,
  withdrawDeletion,
} from '#server/features/people/deletion-requests.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { pictureUrl } from '#server/integrations/images.ts';
import {
  identityAccounts as accounts,
  describeIdentityAccount,
  getIdentityAccounts,
} from '../app/integrations/identity-accounts.ts';
import { readLinkKeys } from '../app/link-keys.ts';
import { type Command, createEmailDeps } from './command.ts';
import { createLoggedCommand } from './logged-command.ts';
import { openSiteSecrets } from './site-secrets.ts';

const changes: [name: string, help: string, kind: AccountChange, done: string][] = [
  ['disable', 'signs the person out and blocks sign-in', 'disable', 'disabled'],
  ['enable', 'allows the person to sign in again', 'enable', 'enabled'],
  ['confirm-address', 'marks the address as confirmed', 'confirm-address', 'address confirmed'],
  [
    'send-confirmation',
    'emails the link that confirms the address again',
    'send-confirmation',
    'the running site sends the email within seconds',
  ],
  ['sign-out', 'signs the person out on all devices', 'sign-out', 'signed out'],
  [
    'remove-factors',
    'signs the person out and removes all verification methods and passkeys',
    'remove-verification-methods',
    'verification methods removed',
  ],
];

type Change = (core: AccountCore, withStaffLog: WithStaffLog, emailOrId: string) => Promise<void>;

const toCommand = (
  [name, help, done]: [name: string, help: string, done: string],
  change: Change,
  missing = 'account',
): Command => [
  `identity ${name} <email or localId>`,
  help,
  createLoggedCommand(async ({ db, withStaffLog, config }, emailOrId = '') => {
    try {
      await change({ ...createEmailDeps(db, config), accounts }, withStaffLog, emailOrId);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
      throw new SetupError(`There is no ${missing} ${emailOrId}.`, { cause: error });
    }
    return `Account ${emailOrId}: ${done}.`;
  }),
];

/** Writes the file first, so that a file that exists is not replaced, and nothing is logged in vain. */
const exportAccount = createLoggedCommand(async ({ db, withStaffLog, config }, emailOrId, file = '') => {
  const handle = await open(file, 'wx', 0o600).catch((cause: unknown) => {
    throw new SetupError(`Could not create ${file}. Name a new file in a folder that exists.`, { cause });
  });
  const core = {
    db: db.withTables<Tables>(),
    clock: systemClock,
    features: config.features,
    accounts: getIdentityAccounts(config),
    identity: { describeAccount: (id: string) => describeIdentityAccount(db, id) },
    images: { getUrl: (id: string) => pictureUrl(config.publicUrl, id) },
    linkKeys: await readLinkKeys(await openSiteSecrets(db, config)),
  };
  try {
    const data = await exportOnRequest(core, withStaffLog, emailOrId);
    await handle.writeFile(JSON.stringify(data, null, 2));
  } catch (error) {
    await rm(file);
    throw error;
  } finally {
    await handle.close();
  }
  return `Account ${emailOrId}: written to ${file}. Delete it once the person has it.`;
});

const requestedAccount = 'account, or no request to delete it:';

export const identityCommands: Command[] = [
  ...changes.map(([name, help, kind, done]) =>
    toCommand([name, help, done], (core, withStaffLog, emailOrId) =>
      changeAccount(core, withStaffLog, emailOrId, { kind }),
    ),
  ),
  ['identity export <email or localId> <file>', 'writes all data of a person to a new file', exportAccount],
  toCommand(
    [
      'request-deletion',
      'requests the deletion for a person who asked for it, and emails the person',
      'deletion requested. An owner can confirm it now, and the command line a day later',
    ],
    (core, withStaffLog, emailOrId) => requestDeletion(core, withStaffLog, { emailOrId, by: null }),
  ),
  toCommand(
    ['withdraw-deletion', 'withdraws the request', 'not deleted'],
    withdrawDeletion,
    requestedAccount,
  ),
  toCommand(
    [
      'delete',
      'deletes an account after the request of an owner, or a day after that of the command line',
      'the running site deletes it within seconds',
    ],
    (core, withStaffLog, emailOrId) => confirmDeletion(core, withStaffLog, { emailOrId, by: null }),
    requestedAccount,
  ),
];
