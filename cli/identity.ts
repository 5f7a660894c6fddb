import type { AccountChange } from '#contract/staff-accounts.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import { changeAccount } from '#server/features/people/accounts.ts';
import { identityAccounts as accounts } from '../app/integrations/identity-accounts.ts';
import { type Command, createEmailDeps, type RunCommand } from './command.ts';
import { createLoggedCommand } from './logged-command.ts';

const changes: [name: string, help: string, kind: AccountChange, done: string][] = [
  ['disable', 'signs the person out and blocks sign-in', 'disable', 'disabled'],
  ['enable', 'allows the person to sign in again', 'enable', 'enabled'],
  ['sign-out', 'signs the person out on all devices', 'sign-out', 'signed out'],
  [
    'remove-factors',
    'signs the person out and removes all verification methods and passkeys',
    'remove-verification-methods',
    'verification methods removed',
  ],
];

export const identityCommands = changes.map(
  ([name, help, kind, done]): Command => [
    `identity ${name} <email or localId>`,
    help,
    accountCommand(kind, done),
  ],
);

function accountCommand(kind: AccountChange, done: string): RunCommand {
  return createLoggedCommand(async ({ db, withStaffLog, config }, emailOrId = '') => {
    try {
      await changeAccount({ ...createEmailDeps(db, config), accounts }, withStaffLog, emailOrId, { kind });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
      throw new SetupError(`There is no account ${emailOrId}.`, { cause: error });
    }
    return `Account ${emailOrId}: ${done}.`;
  });
}
