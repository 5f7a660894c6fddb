import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLogs, findPersonalData } from './persons.ts';

const secret = 'Zq3rT8-yPw_1LkXc0VbN5mAsDfGhJkLqWeRtYuIoP9x';
const samples: [what: string, value: string][] = [
  ['an email', 'rejected nasrin.akter+x@mail.example.org'],
  ['an email', 'GET /?email=nasrin%40example.org'],
  ['credentials in an address', 'postgres://site:hunter2@db:5432/site'],
  ['a phone number', 'no text to 01712345678'],
  ['a phone number', 'no text to +8801712345678'],
  ['a token (JWT or JWE)', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  ['a token (JWT or JWE)', 'eyJhbGciOiJkaXIifQ..q1w2e3'],
  ['a token (Bearer)', 'authorization: Bearer abc.def.ghi'],
  ['a key or secret of cards', 'pi_3Q_secret_x8'],
  ['a key or secret of cards', 'sk_test_0123456789abcdef'],
  ['a CVC', 'card[cvc]=123'],
  ["a test's password", 'tried "correct horse"'],
  ['a token (256 random bits)', `oobCode=${secret}`],
  ['a card number', '4242424242424242'],
  ['a card number', '5555 5555 5555 4444'],
  ['a card number', '3782-822463-10005'],
];

test.each(samples)('finds %s in plain text, in a message and in an error', (what, value) => {
  expect(findPersonalData(`Error: ${value}`)).toEqual([`plain text: ${what}`]);
  expect(findPersonalData(JSON.stringify({ level: 40, msg: `said ${value}` }))).toEqual([
    `a message, msg: ${what}`,
  ]);
  const deep = { level: 50, err: { cause: { message: value } }, msg: 'request failed' };
  expect(findPersonalData(JSON.stringify(deep))).toEqual([`"request failed", err.cause.message: ${what}`]);
});

test('finds a field by its name', () => {
  const line = { level: 30, sid: '0193aa11-0000-7000-8000-000000000000', msg: 'request' };
  expect(findPersonalData(JSON.stringify(line))).toEqual(['"request", sid: a field called sid']);
});

test('accepts what an operator needs', () => {
  const line = {
    level: 40,
    time: '2026-11-22T13:04:25.123Z',
    requestId: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    parentId: '42424242-4242-4242-8424-242424242424',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    account: '0193aa11-0000-7000-8000-000000000000',
    route: '/v1/accounts:signInWithPassword',
    ms: 1795000000500,
    err: {
      message: '550 <[address]> unknown, tel [number], Bearer [token]',
      stack:
        'at send (/srv/node_modules/@hono/node-server/dist/index.js:12:34)\n    at file:///srv/main-D4fG5hJ6.js:1',
    },
    file: '2026-11-22T13-04-25-0193aa11.eml',
    msg: 'delivery failed; it will be tried again',
  };
  expect(findPersonalData(JSON.stringify(line))).toEqual([]);
  expect(findPersonalData('Blood Buddies is ready: http://localhost:3000')).toEqual([]);
});

test("accepts the owner's link on the terminal only, and the head of the staff log in its field only", () => {
  const link = `To become the owner of this site, open within 24 hours: http://localhost:3000/staff/join#1795.${secret}`;
  const head = `log:12:${secret}@mwvyjnkw`;
  expect(findPersonalData(link)).toEqual([]);
  expect(findPersonalData(JSON.stringify({ level: 30, msg: link }))).not.toEqual([]);
  expect(findPersonalData(JSON.stringify({ level: 30, head, msg: 'head of the staff log' }))).toEqual([]);
  expect(findPersonalData(JSON.stringify({ level: 30, other: head, msg: 'request' }))).not.toEqual([]);
  expect(findPersonalData(JSON.stringify({ level: 30, head: secret, msg: 'request' }))).not.toEqual([]);
});

test('fails for personal data, with count and field, and when there are no log lines', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-logs-'));
  const writeLog = (name: string, ...lines: object[]) =>
    writeFileSync(join(folder.path, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeLog('in-memory-1.log', { msg: 'request' }, { msg: 'request', route: '/api/photo' });
  writeLog('process-1.log', { msg: 'request', to: 'a@example.org' }, { msg: 'request', to: 'b@example.org' });
  expect(checkLogs(folder.path)).toEqual([
    { title: '2 log lines of in-memory servers contain no personal data', outcome: 'passed' },
    {
      title: '2 log lines of process servers contain no personal data',
      outcome: 'failed',
      reason: '2 x "request", to: an email',
    },
    expect.objectContaining({ outcome: 'failed', reason: 'There are no log lines of such servers.' }),
  ]);
  const withoutLogs = checkLogs(join(folder.path, 'missing'));
  expect(withoutLogs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
});
