import { SetupError } from '#platform/errors.ts';
import { systemClock } from '#platform/time.ts';
import {
  disableUser,
  enableUser,
  findAccountId,
  removeSecondFactors,
} from '#providers/identity/administration.ts';
import { revokeAccess } from '#server/features/users/rules.ts';
import { type Command, inDatabase, type RunCommand } from './command.ts';

export const identityCommands: Command[] = [
  [
    'identity disable <email or localId>',
    'signs the person out and blocks sign-in',
    changeAccount(disableUser, { done: 'disabled', signsOut: true }),
  ],
  [
    'identity enable <email or localId>',
    'allows the person to sign in again',
    changeAccount(enableUser, { done: 'enabled' }),
  ],
  [
    'identity remove-factors <email or localId>',
    'signs the person out and removes all verification methods',
    changeAccount(removeSecondFactors, { done: 'verification methods removed', signsOut: true }),
  ],
];

function changeAccount(
  change: typeof disableUser,
  { done, signsOut }: { done: string; signsOut?: true },
): RunCommand {
  return inDatabase(async (db, emailOrId) => {
    const id = await findAccountId(db, emailOrId);
    if (!id || !(await change(db, id))) throw new SetupError(`There is no account ${emailOrId}.`);
    if (signsOut) await revokeAccess(db, id, systemClock());
    return `Account ${emailOrId}: ${done}.`;
  });
}
