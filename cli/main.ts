import { type ErrorCode, errors } from '#contract/errors.ts';
import { toSetupError } from '#platform/disk-errors.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import { restrictNewFiles } from '#platform/files/data-folder.ts';
import { readConfig } from '../app/config/config.ts';
import { version } from '../app/version.ts';
import { backupCommands } from './backup.ts';
import { centerCommands } from './centers.ts';
import type { Command } from './command.ts';
import { contentCommands } from './content.ts';
import { doctorCommands } from './doctor.ts';
import { identityCommands } from './identity.ts';
import { databaseCommands } from './migrate-database.ts';
import { moderationCommands } from './moderation.ts';
import { outboxCommands } from './outbox.ts';
import { listCommands, parseCommand } from './parse-command.ts';
import { paymentCommands } from './payments.ts';
import { secretCommands } from './rotate-secrets.ts';
import { staffCommands } from './staff.ts';
import { whoCommands } from './who.ts';

/** All commands. If several match the typed words, the one with the most literal words runs. */
const commands: Command[] = [
  ...identityCommands,
  ...whoCommands,
  ...paymentCommands,
  ...moderationCommands,
  ...staffCommands,
  ...centerCommands,
  ...contentCommands,
  ...outboxCommands,
  ...backupCommands,
  ...secretCommands,
  ...databaseCommands,
  ...doctorCommands,
  ['version', 'prints the version of this site', async () => ({ text: version })],
];

restrictNewFiles();

try {
  const typed = process.argv.slice(2);
  if (/^(--help|-h|help)$/.test(typed.at(-1) ?? '')) console.log(listCommands(commands));
  else {
    const { run, args } = parseCommand(commands, typed);
    const { text, failed } = await run(readConfig(process.env), ...args);
    console.log(text);
    if (failed) process.exitCode = 1;
  }
} catch (error) {
  const known = error instanceof AppError ? toRefusal(error) : toSetupError(error);
  if (!(known instanceof SetupError)) throw error;
  console.error(known.message);
  process.exitCode = 1;
}

/** Converts an `AppError` to a `SetupError`, of which only the message is printed, without a stack. */
function toRefusal({ code, message }: AppError): SetupError {
  return new SetupError(errors[code as ErrorCode]?.message ?? message);
}
