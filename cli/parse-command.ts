import { SetupError } from '#platform/errors.ts';
import type { Command, RunCommand } from './command.ts';

const isPlaceholder = (word: string): boolean => word.startsWith('<');
const wordsOf = ([usage]: Command): string[] => usage.match(/<[^<>]+>|\S+/g) ?? [];
/** Counts the words of a command that are typed as they are, without its placeholders. */
const countNames = (command: Command): number =>
  wordsOf(command).filter((word) => !isPlaceholder(word)).length;
const format = ([usage]: Command): string => `npm run cli -- ${usage}`;

/**
 * Finds the typed command and its arguments.
 * @throws SetupError that names the missing argument or the unknown command, or lists all commands when none
 * is typed
 */
export function parseCommand(
  commands: readonly Command[],
  typed: readonly string[],
): { run: RunCommand; args: string[] } {
  const command = commands
    .filter((command) => matches(wordsOf(command), typed))
    .sort((one, other) => countNames(other) - countNames(one))[0];
  const incomplete = commands.find((command) => {
    const words = wordsOf(command);
    const missing = words.slice(typed.length);
    return missing.length > 0 && missing.every(isPlaceholder) && matches(words.slice(0, typed.length), typed);
  });
  // Prefer an incomplete command with more literal words. `payments refund` lacks its id, but also matches
  // `payments <id>`.
  if (incomplete && (!command || countNames(incomplete) > countNames(command)))
    throw new SetupError(`Add ${wordsOf(incomplete)[typed.length]}: ${format(incomplete)}`);
  if (command)
    return {
      run: command[2],
      args: typed.filter((_, index) => isPlaceholder(wordsOf(command)[index] ?? '')),
    };
  throw new SetupError(typed.length > 0 ? unknownCommand(typed) : listCommands(commands));
}

const unknownCommand = (typed: readonly string[]): string =>
  `Unknown command: ${typed.join(' ')}.\n\`npm run cli -- help\` lists all commands.`;

const matches = (words: readonly string[], typed: readonly string[]): boolean =>
  words.length === typed.length &&
  words.every((word, index) => (isPlaceholder(word) ? typed[index] : typed[index] === word));

export function listCommands(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${format(command).padEnd(61)}  ${command[1]}`);
  return `The operator's command line. Commands work while the site runs, unless noted otherwise.\n\n${lines.join('\n')}`;
}
