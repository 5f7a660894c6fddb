import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatTable, matchTests, parseRequirements, requirementsIn } from './table.ts';

const requirements = parseRequirements(
  'id\trequirement\nAPF-01\tFields and rules\nAPF-02\tDate\nAPF-03\tWhen\n',
);

test('reads the requirements of the project', () => {
  const list = parseRequirements(
    readFileSync(new URL('../../docs/REQUIREMENTS.tsv', import.meta.url), 'utf8'),
  );
  expect(list).toHaveLength(new Set(list.map(({ id }) => id)).size);
  expect(list.filter(({ id, text }) => !/^[A-Z]{3}-\d\d$/.test(id) || !text)).toEqual([]);
});

test('finds none, one or several ids in a title', () => {
  expect(requirementsIn('appointments [APF-01] [APF-03] asks for a phone')).toEqual(['APF-01', 'APF-03']);
  expect(requirementsIn('[apf-01] [APF-1] APF-01 (GET) [x]')).toEqual([]);
});

test('a requirement is shown when a test has passed and none has failed', () => {
  const { rows, unknown } = matchTests(requirements, [
    { title: '[APF-01] a', outcome: 'passed' },
    { title: '[APF-01] [APF-02] b', outcome: 'failed' },
    { title: '[APF-03] c', outcome: 'skipped' },
    { title: '[XYZ-09] d', outcome: 'passed' },
    { title: 'e', outcome: 'passed' },
  ]);
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    ['APF-01', 'failed'],
    ['APF-02', 'failed'],
    ['APF-03', 'not run'],
  ]);
  expect(unknown).toEqual(['XYZ-09']);
});

test('prints each requirement with its tests, and those without a test', () => {
  const printed = formatTable(
    matchTests(requirements, [{ title: '[APF-02] opens a calendar', outcome: 'passed' }]),
  );
  expect(printed).toMatch(/APF-02 {2}shown .*\n\s+passed\s+\[APF-02\] opens a calendar/);
  expect(printed).toContain('3 requirements: 1 shown, 0 failed, 0 not run, 2 without a test');
  expect(printed).toContain('Not shown yet: APF-01 APF-03');
});
