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
  // Trust request ids in headers, as behind a proxy.
  const log = testLog({ onLine: (line) => void logged.push(line) });
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
const smuggled = get('Host: smuggled');

/** Requests that two servers could interpret differently. Each is rejected and its connection closed. */
const rejected: Record<string, string> = {
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
  'an unknown encoding': post(['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
  'encoded as it is': post(['Transfer-Encoding: identity'], '0\r\n\r\n'),
  'chunks that are not last': post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'),
  'two encodings': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
  'a space before the colon': post(['Transfer-Encoding : chunked'], '0\r\n\r\n'),
  'a tabulator of another kind': post(['Transfer-Encoding:\x0bchunked'], '0\r\n\r\n'),
  'chunks in HTTP/1.0': chunked('0\r\n\r\n').replace('1.1', '1.0'),
  'a folded header': get('Host: x', 'X-A: b\r\n c'),
  'a folded encoding': post(['Transfer-Encoding:\r\n chunked'], '0\r\n\r\n'),
  'lines that end in LF alone': get('Host: x').replaceAll('\r\n', '\n'),
  'one line that ends in LF only': get('Host: x\nX-A: b'),
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
  'an unknown expectation': post(['Expect: 200-maybe', 'Content-Length: 2', 'Connection: close'], '{}'),
  'an address of 20,000 letters': get('Host: x').replace('/healthz', `/${'a'.repeat(20_000)}`),
  'a header of 100,000 letters': get('Host: x', `X-A: ${'a'.repeat(100_000)}`),
  '10,000 headers': get('Host: x', ...Array.from({ length: 10_000 }, () => 'X-A: b')),
};

test.each(Object.entries(rejected))('rejects %s and ignores what follows', async (_, sent) => {
  const connection = await openRawConnection(site.address);
  connection.socket.write(Buffer.from(sent + smuggled, 'latin1'));
  await connection.closed;
  const [status, ...more] = connection.statuses();
  // The request may already have a response (401) before its body turns out to be invalid.
  if (status === 401) expect(more).toEqual([400]);
  else expect(more).toEqual([]);
  if (status !== undefined) expect([400, 401, 413, 417, 431]).toContain(status);
  expect(connection.receivedText()).not.toContain('"ok"');
  expect((await fetch(`${site.address}/healthz`)).status).toBe(200);
});

/** Valid requests, with the statuses of their responses. */
const accepted: [label: string, sent: string, statuses: number[]][] = [
  ['an extension of a chunk', `${chunked('2;a=b\r\n{}\r\n0\r\n\r\n')}${smuggled}`, [401, 200]],
  ['an unread body', `${post(['Content-Length: 200000'], 'x'.repeat(200_000))}${smuggled}`, [401, 200]],
  ['a body of a GET', `${get('Host: x', 'Content-Length: 5')}hello${smuggled}`, [200, 200]],
  ['a request after an error', `${get('Host: x').replace('healthz', 'api/x')}${smuggled}`, [404, 200]],
  ['several requests at once', get('Host: x').repeat(5), [200, 200, 200, 200, 200]],
  ['an upgrade to another protocol', get('Host: x', 'Connection: Upgrade', 'Upgrade: h2c'), [200]],
  ['HTTP/1.0', get('Host: x').replace('1.1', '1.0'), [200]],
  ['HTTP/1.0 without a host, as in health checks of load balancers', get().replace('1.1', '1.0'), [200]],
  ['Expect: 100-continue', `${post(['Expect: 100-continue', 'Content-Length: 2'], '{}')}`, [100, 401]],
];

test.each(accepted)('responds to %s, once and in order', async (_, sent, statuses) => {
  const connection = await openRawConnection(site.address);
  connection.socket.write(Buffer.from(sent, 'latin1'));
  await expect.poll(connection.statuses).toEqual(statuses);
  // After the client has closed its half, the server does not wait.
  connection.socket.end();
  await connection.closed;
  expect(connection.statuses()).toEqual(statuses);
});

test('ignores the host in an absolute URL and does not repeat it', async () => {
  for (const path of [
    '/api/config',
    '/identity/v1/projects',
    '/dashboard',
    '//evil.example/',
    '/api/photo',
  ]) {
    const connection = await openRawConnection(site.address);
    const target = path.startsWith('//') ? path : `http://evil.example${path}`;
    connection.socket.end(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    await connection.closed;
    expect(connection.statuses()).toHaveLength(1);
    expect(connection.statuses()[0]).toBeLessThan(500);
    expect(connection.receivedText()).not.toContain('evil.example');
  }
});

test('rejects or ignores an invalid host without a server error', async () => {
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
    const connection = await openRawConnection(site.address);
    connection.socket.end(
      Buffer.from(`GET /api/config HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
    await connection.closed;
    expect(connection.statuses()).toHaveLength(1);
    expect([200, 400]).toContain(connection.statuses()[0]);
  }
});

test('keeps header and log lines intact whatever a client sends', async () => {
  for (const id of ['a\tb', 'a%0d%0aSet-Cookie: x=1', '{"level":60}', 'é']) {
    const connection = await openRawConnection(site.address);
    const headers = ['Host: x', `X-Request-Id: ${id}`, 'Connection: close'];
    connection.socket.end(Buffer.from(get(...headers), 'latin1'));
    await connection.closed;
    expect(connection.receivedText()).toMatch(/^x-request-id: [\w-]+\r$/im);
    expect(connection.receivedText()).not.toMatch(/^set-cookie/im);
  }
  expect(logged.length).toBeGreaterThan(4);
  for (const line of logged) {
    expect(line).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(line).level).toBeLessThan(50);
  }
});

test('logs no error for an interrupted body', async () => {
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
  // This response comes after the server has begun to read the other connection.
  expect((await fetch(`${site.address}/healthz`)).status).toBe(200);
  socket.destroy();
  await expect.poll(() => logged.some((line) => line.includes('broken-off'))).toBe(true);
  expect(logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});
