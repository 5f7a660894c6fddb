import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '#platform/http/listen.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { openRawConnection } from '#platform/testing/raw-sockets.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let site: Listening;
const logged: string[] = [];

beforeAll(async () => {
  // What it is sent as the id of a request is believed, as behind a proxy.
  const log = testLog({ read: (line) => void logged.push(line) });
  app = await createTestApp({ TRUST_PROXY: 'loopback' }, log);
  site = await listen({ host: '127.0.0.1', port: 0 });
  site.serve(app.router, app.fastPath);
});
afterAll(async () => {
  await site.close();
  await app[Symbol.asyncDispose]();
});

const get = (...headers: string[]) => ['GET /healthz HTTP/1.1', ...headers, '', ''].join('\r\n');
const post = (headers: string[], body = '') =>
  ['POST /api/appointments HTTP/1.1', 'Host: x', ...headers, '', body].join('\r\n');
const chunked = (body: string) => post(['Transfer-Encoding: chunked'], body);
const hidden = get('Host: smuggled');

/** What two servers behind each other could read differently: each is refused, and its line is over. */
const refused: Record<string, string> = {
  'a length and chunks': post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  'chunks and a length': post(['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'),
  'two lengths': post(['Content-Length: 2', 'Content-Length: 40'], '{}'),
  'one length twice': post(['Content-Length: 2', 'Content-Length: 2'], '{}'),
  'a list of lengths': post(['Content-Length: 2, 2'], '{}'),
  'a length below zero': post(['Content-Length: -1'], '{}'),
  'a length with a sign': post(['Content-Length: +2'], '{}'),
  'a length in hexadecimal': post(['Content-Length: 0x2'], '{}'),
  'a length with a space in it': post(['Content-Length: 2 2'], '{}'),
  'a length that no number holds': post([`Content-Length: ${'9'.repeat(30)}`], '{}'),
  'an encoding nobody knows': post(['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
  'encoded as it is': post(['Transfer-Encoding: identity'], '0\r\n\r\n'),
  'chunks that are not last': post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'),
  'two encodings': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
  'a space before the colon': post(['Transfer-Encoding : chunked'], '0\r\n\r\n'),
  'a tabulator of another kind': post(['Transfer-Encoding:\x0bchunked'], '0\r\n\r\n'),
  'chunks in HTTP/1.0': chunked('0\r\n\r\n').replace('1.1', '1.0'),
  'a folded header': get('Host: x', 'X-A: b\r\n c'),
  'a folded encoding': post(['Transfer-Encoding:\r\n chunked'], '0\r\n\r\n'),
  'lines that end in LF alone': get('Host: x').replaceAll('\r\n', '\n'),
  'one line that ends in LF alone': get('Host: x\nX-A: b'),
  'a CR in a header': get('Host: x\rX-A: b'),
  'a NUL in a header': get('Host: x', 'X-A: b\0c'),
  'a NUL in the name of a header': get('Host: x', 'X-A\0: b'),
  'a NUL in the address': get('Host: x').replace('healthz', 'heal\0thz'),
  'a name of two words': get('Host: x', 'X A: b'),
  'a chunk of less than nothing': chunked('-2\r\n{}\r\n0\r\n\r\n'),
  'a chunk that no number holds': chunked('fffffffffffffffff\r\n{}\r\n0\r\n\r\n'),
  'a chunk longer than it says': chunked('2\r\n{}{}\r\n0\r\n\r\n'),
  'chunks that end in LF alone': chunked('2\n{}\n0\n\n'),
  'an LF in the extension of a chunk': chunked('2;a\nxx\r\n{}\r\n0\r\n\r\n'),
  'an extension of a chunk without end': chunked(`2;${'a'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`),
  'a length after the last chunk': chunked('0\r\nContent-Length: 50\r\n\r\n'),
  'no host': get('X-A: b'),
  'two hosts': get('Host: x', 'Host: y'),
  'the same host twice': get('host: x', 'HOST: x'),
  'an address of another protocol version': get('Host: x').replace('HTTP/1.1', 'HTTP/3.7'),
  'no version': 'GET /healthz\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a tunnel': 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a promise nobody keeps': post(['Expect: 200-maybe', 'Content-Length: 2', 'Connection: close'], '{}'),
  'an address of 20,000 letters': get('Host: x').replace('/healthz', `/${'a'.repeat(20_000)}`),
  'a header of 100,000 letters': get('Host: x', `X-A: ${'a'.repeat(100_000)}`),
  '10,000 headers': get('Host: x', ...Array.from({ length: 10_000 }, () => 'X-A: b')),
};

test.each(Object.entries(refused))(
  '%s: the line is refused, and nothing behind it is heard',
  async (_, sent) => {
    const line = await openRawConnection(site.address);
    line.socket.write(Buffer.from(sent + hidden, 'latin1'));
    await line.closed;
    const [status, ...more] = line.statuses();
    // What begins as a request may have been answered (nobody is signed in) before its body turns out to be none.
    if (status === 401) expect(more).toEqual([400]);
    else expect(more).toEqual([]);
    if (status !== undefined) expect([400, 401, 413, 417, 431]).toContain(status);
    expect(line.heard()).not.toContain('"ok"');
    expect((await fetch(`${site.address}/healthz`)).status).toBe(200);
  },
);

/** What is said clearly is answered, one answer a request, and the line goes on. */
const answered: [what: string, sent: string, statuses: number[]][] = [
  ['an extension of a chunk', `${chunked('2;a=b\r\n{}\r\n0\r\n\r\n')}${hidden}`, [401, 200]],
  [
    'a body that nobody reads',
    `${post(['Content-Length: 200000'], 'x'.repeat(200_000))}${hidden}`,
    [401, 200],
  ],
  ['a body of a GET', `${get('Host: x', 'Content-Length: 5')}hello${hidden}`, [200, 200]],
  ['a line after a refusal', `${get('Host: x').replace('healthz', 'api/x')}${hidden}`, [404, 200]],
  ['several at once', get('Host: x').repeat(5), [200, 200, 200, 200, 200]],
  ['a word of another protocol', get('Host: x', 'Connection: Upgrade', 'Upgrade: h2c'), [200]],
  ['HTTP/1.0', get('Host: x').replace('1.1', '1.0'), [200]],
  ['HTTP/1.0 without a host, as balancers ask after our health', get().replace('1.1', '1.0'), [200]],
  ['a promise that is kept', `${post(['Expect: 100-continue', 'Content-Length: 2'], '{}')}`, [100, 401]],
];

test.each(answered)('%s is answered, each request once and in order', async (_, sent, statuses) => {
  const line = await openRawConnection(site.address);
  line.socket.write(Buffer.from(sent, 'latin1'));
  await expect.poll(line.statuses).toEqual(statuses);
  // Who has closed their half of the line is not waited for.
  line.socket.end();
  await line.closed;
  expect(line.statuses()).toEqual(statuses);
});

test('an address with a host in it means this site, and the host is told nowhere', async () => {
  for (const path of [
    '/api/config',
    '/identity/v1/projects',
    '/dashboard',
    '//evil.example/',
    '/api/photo',
  ]) {
    const line = await openRawConnection(site.address);
    const target = path.startsWith('//') ? path : `http://evil.example${path}`;
    line.socket.end(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    await line.closed;
    expect(line.statuses()).toHaveLength(1);
    expect(line.statuses()[0]).toBeLessThan(500);
    expect(line.heard()).not.toContain('evil.example');
  }
});

test('a host that is none is refused or not heeded, never a fault', async () => {
  for (const host of [
    'a b',
    '<script>',
    'a/b?c#d@e',
    '',
    'x:99999999',
    '[::1',
    '%zz',
    'é',
    '127.0.0.1:1@x',
  ]) {
    const line = await openRawConnection(site.address);
    line.socket.end(
      Buffer.from(`GET /api/config HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
    await line.closed;
    expect(line.statuses()).toHaveLength(1);
    expect([200, 400]).toContain(line.statuses()[0]);
  }
});

test('no header of an answer and no line of a log is ended by what is sent', async () => {
  for (const id of ['a\tb', 'a%0d%0aSet-Cookie: x=1', '{"level":60}', 'é']) {
    const line = await openRawConnection(site.address);
    const headers = ['Host: x', `X-Request-Id: ${id}`, 'Connection: close'];
    line.socket.end(Buffer.from(get(...headers), 'latin1'));
    await line.closed;
    expect(line.heard()).toMatch(/^x-request-id: [\w-]+\r$/im);
    expect(line.heard()).not.toMatch(/^set-cookie/im);
  }
  expect(logged.length).toBeGreaterThan(4);
  for (const line of logged) {
    expect(line).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(line).level).toBeLessThan(50);
  }
});

test('a body that breaks off is no error of ours: nothing is logged as one', async () => {
  logged.length = 0;
  const headers = [
    'Host: x',
    'Content-Type: application/json',
    'X-Request-Id: broken-off',
    'Content-Length: 60000',
  ];
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(['POST /api/reminder-link HTTP/1.1', ...headers, '', '{'].join('\r\n'));
  // The server answers on another connection once it has begun to read this one.
  expect((await fetch(`${site.address}/healthz`)).status).toBe(200);
  socket.destroy();
  await expect.poll(() => logged.some((line) => line.includes('broken-off'))).toBe(true);
  expect(logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});
