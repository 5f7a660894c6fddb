import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { parseCommand } from './parse-command.ts';

const run = async () => ({ text: '' });
const commands: Command[] = [
  ['payments', 'lists payments', run],
  ['payments refund <transaction id>', 'refunds a payment', run],
  ['payments <appointment or transaction id>', 'prints a payment', run],
];
const parse = (typed: string) => parseCommand(commands, typed.split(' ').filter(Boolean)).argument;

test('finds a command and its argument', () => {
  expect(parse('payments')).toBe('');
  expect(parse('payments refund pi_1')).toBe('pi_1');
  expect(parse('payments pi_1')).toBe('pi_1');
});

test('names the missing argument of a command', () => {
  expect(() => parse('payments refund')).toThrow(
    'Add <transaction id>: npm run cli -- payments refund <transaction id>',
  );
});

test.each(['', 'refunds', 'payments refund pi_1 now'])('lists all commands for %j', (typed) => {
  expect(() => parse(typed)).toThrow('npm run cli -- payments refund <transaction id>');
});

test('says that a command is unknown', () => {
  expect(() => parse('refunds')).toThrow(/^Unknown command: refunds\./);
});
