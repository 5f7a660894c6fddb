import { expect, test } from 'vitest';
import { SetupError } from '#platform/errors.ts';
import type { Command } from './command.ts';
import { parseCommand } from './parse-command.ts';

const run = async () => ({ text: '' });
const commands: Command[] = [
  ['payments', 'lists payments', run],
  ['payments refund <transaction id>', 'refunds a payment', run],
  ['payments <appointment or transaction id>', 'prints a payment', run],
  ['staff grant <email> <role>', 'gives a role', run],
  ['staff grant <email> <role> <center id>', 'gives a role for one center', run],
];
const parse = (typed: string) => parseCommand(commands, typed.split(' ').filter(Boolean)).args.join(' ');

test('finds a command and its arguments', () => {
  expect(parse('payments')).toBe('');
  expect(parse('payments refund pi_1')).toBe('pi_1');
  expect(parse('payments pi_1')).toBe('pi_1');
  expect(parse('staff grant rahima@example.org owner')).toBe('rahima@example.org owner');
  expect(parse('staff grant rahima@example.org door 7')).toBe('rahima@example.org door 7');
});

test('names the missing argument of a command', () => {
  expect(() => parse('payments refund')).toThrow(
    'Add <transaction id>: npm run cli -- payments refund <transaction id>',
  );
  const grant = 'npm run cli -- staff grant <email> <role>';
  expect(() => parse('staff grant')).toThrow(`Add <email>: ${grant}`);
  expect(() => parse('staff grant rahima@example.org')).toThrow(`Add <role>: ${grant}`);
});

test('lists all commands if none is typed', () => {
  expect(() => parse('')).toThrow('npm run cli -- payments refund <transaction id>');
});

test.each(['refunds', 'payments refund pi_1 now'])('says in two lines that %j is unknown', (typed) => {
  expect(() => parse(typed)).toThrow(
    new SetupError(`Unknown command: ${typed}.\n\`npm run cli -- help\` lists all commands.`),
  );
});
