import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testLog } from '../testing/log-collector.ts';
import type { LogLevel } from './log.ts';
import { runWithContext } from './request-context.ts';
import { createSecurityLog } from './security-log.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

function open(key = 'a key for tests only', level: LogLevel = 'info') {
  const lines: string[] = [];
  const events = createSecurityLog({ log: testLog({ level, onLine: (line) => void lines.push(line) }), key });
  return { ...events, lines: () => lines.map((line) => JSON.parse(line)) };
}

test('logs an event with its request id and a hash of the sender instead of the address', () => {
  const { warn, lines, hash } = open();
  runWithContext({ requestId: 'complaint-1', sender: () => '203.0.113.7' }, () =>
    warn('sign-in failed', { way: 'password', reason: 'INVALID_PASSWORD' }),
  );
  expect(lines()).toMatchObject([
    {
      level: 40,
      event: 'sign-in failed',
      way: 'password',
      reason: 'INVALID_PASSWORD',
      from: hash('203.0.113.7'),
      requestId: 'complaint-1',
    },
  ]);
  expect(JSON.stringify(lines())).not.toContain('203.0.113');
});

test('hashes different spellings of an email to the same value, and differently on another site', () => {
  expect(open().hash(' Nasrin@Example.org')).toBe(open().hash('nasrin@example.org'));
  expect(open().hash('nasrin@example.org')).not.toBe(open('another key').hash('nasrin@example.org'));
  expect(open().hash('nasrin@example.org')).toMatch(/^[\w-]{12}$/);
});

test('logs expected events at level info only', () => {
  const { info, lines } = open(undefined, 'warn');
  info('signed in');
  expect(lines()).toEqual([]);
});

test('limits the lines of one event without hiding others, and logs the number of suppressed lines', () => {
  const { warn, lines } = open();
  for (let time = 0; time < 1000; time += 1) warn('rate limit exceeded', { limit: 'requests' });
  warn('sign-in failed');
  expect(lines()).toHaveLength(101);
  vi.advanceTimersByTime(60_000);
  warn('rate limit exceeded', { limit: 'requests' });
  expect(lines().at(-1)).toMatchObject({ event: 'rate limit exceeded', suppressed: 900 });
});
