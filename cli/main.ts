import { SetupError } from '#platform/errors.ts';
import { restrictNewFiles } from '#platform/files/data-folder.ts';
import { readConfig } from '../app/config/config.ts';
import { backupCommands } from './backup.ts';
import type { Command, RunCommand } from './command.ts';
import { identityCommands } from './identity.ts';
import { databaseCommands } from './migrate-database.ts';
import { moderationCommands } from './moderation.ts';
import { outboxCommands } from './outbox.ts';
import { paymentCommands } from './payments.ts';
import { secretCommands } from './rotate-secrets.ts';

/** All commands. Where several match what is typed, the first one runs. */
const commands: Command[] = [
  ...identityCommands,
  ...paymentCommands,
  ...moderationCommands,
  ...outboxCommands,
  ...backupCommands,
  ...secretCommands,
  ...databaseCommands,
];

const isPlaceholder = (word: string): boolean => word.startsWith('<');

/** Finds the typed command and its argument. @throws SetupError that lists all commands when there is none */
function parseCommand(typed: string[]): { run: RunCommand; argument: string } {
  for (const [usage, , run] of commands) {
    const words = usage.match(/<[^<>]+>|\S+/g) ?? [];
    const matches = words.every((word, n) => (isPlaceholder(word) ? typed[n] : typed[n] === word));
    if (matches && words.length === typed.length)
      return { run, argument: typed[words.findIndex(isPlaceholder)] ?? '' };
  }
  const lines = commands.map(([usage, help]) => `  ${`npm run cli -- ${usage}`.padEnd(61)}  ${help}`);
  const unknown = typed.length > 0 ? `Unknown command: ${typed.join(' ')}.\n\n` : '';
  throw new SetupError(
    `${unknown}The operator's command line. Commands work while the site runs, unless noted otherwise.\n\n${lines.join('\n')}`,
  );
}

restrictNewFiles();

try {
  const { run, argument } = parseCommand(process.argv.slice(2));
  const { text, failed } = await run(readConfig(process.env), argument);
  console.log(text);
  if (failed) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
