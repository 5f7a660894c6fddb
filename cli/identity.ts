import type { AccountChange } from '#contract/staff-accounts.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import { systemClock as clock } from '#platform/time.ts';
import { changeAccount } from '#server/features/staff/accounts.ts';
import { accountAdministration as accounts } from '../app/integrations/account-administration.ts';
import { type Command, outboxOf, type RunCommand } from './command.ts';
import { recordedCommand } from './operator-change.ts';

export const identityCommands: Command[] = [
  [
    'identity disable <email or localId>',
    'signs the person out and blocks sign-in',
    accountCommand('disable', 'disabled'),
  ],
  [
    'identity enable <email or localId>',
    'allows the person to sign in again',
    accountCommand('enable', 'enabled'),
  ],
  [
    'identity sign-out <email or localId>',
    'signs the person out on all devices',
    accountCommand('sign-out', 'signed out'),
  ],
  [
    'identity remove-factors <email or localId>',
    'signs the person out and removes all verification methods and passkeys',
    accountCommand('remove-verification-methods', 'verification methods removed'),
  ],
];

function accountCommand(kind: AccountChange, done: string): RunCommand {
  return recordedCommand(async ({ db, change, config }, emailOrId = '') => {
    try {
      const { publicUrl } = config;
      const deps = { change, clock, accounts, outbox: outboxOf(db), publicUrl, protectsOwners: false };
      await changeAccount(deps, emailOrId, kind);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
      throw new SetupError(`There is no account ${emailOrId}.`, { cause: error });
    }
    return `Account ${emailOrId}: ${done}.`;
  });
}
