import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testLog } from '../testing/log-collector.ts';
import type { LogLevel } from './log.ts';
import { runWithContext } from './request-context.ts';
import { createSecurityLog } from './security-log.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

function open(key = 'a key for tests only', level: LogLevel = 'info') {
  const lines: string[] = [];
  const events = createSecurityLog({ log: testLog({ level, read: (line) => void lines.push(line) }), key });
  return { ...events, lines: () => lines.map((line) => JSON.parse(line)) };
}

test('an event is a line with the request it belongs to and a name for its sender, who is not told', () => {
  const { warn: refused, lines, nameOf } = open();
  runWithContext({ requestId: 'complaint-1', sender: () => '203.0.113.7' }, () =>
    refused('sign-in refused', { way: 'password', reason: 'INVALID_PASSWORD' }),
  );
  expect(lines()).toMatchObject([
    {
      level: 40,
      event: 'sign-in refused',
      way: 'password',
      reason: 'INVALID_PASSWORD',
      from: nameOf('203.0.113.7'),
      requestId: 'complaint-1',
    },
  ]);
  expect(JSON.stringify(lines())).not.toContain('203.0.113');
});

test('a name is the same for the same person however they write it, and another one at another site', () => {
  expect(open().nameOf(' Nasrin@Example.org')).toBe(open().nameOf('nasrin@example.org'));
  expect(open().nameOf('nasrin@example.org')).not.toBe(open('another key').nameOf('nasrin@example.org'));
  expect(open().nameOf('nasrin@example.org')).toMatch(/^[\w-]{12}$/);
});

test('what went as it should is told at level info only', () => {
  const { info: told, lines } = open(undefined, 'warn');
  told('signed in');
  expect(lines()).toEqual([]);
});

test('a flood of one kind fills no disk and hides no other; how many were left out is told', () => {
  const { warn: refused, lines } = open();
  for (let time = 0; time < 1000; time += 1) refused('limit met', { limit: 'requests' });
  refused('sign-in refused');
  expect(lines()).toHaveLength(101);
  vi.advanceTimersByTime(60_000);
  refused('limit met', { limit: 'requests' });
  expect(lines().at(-1)).toMatchObject({ event: 'limit met', suppressed: 900 });
});
