import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { respondWithPublicJson } from './public-text.ts';

const many = Array.from({ length: 100 }, (_, n) => ({ title: `Photo ${n}` }));
const app = new Hono();
app.get('/many', (c) => respondWithPublicJson(c, many));
app.get('/few', (c) => respondWithPublicJson(c, [{ title: 'One' }]));

async function requestJson(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await app.request(path, { method, headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, body, header: (name: string) => response.headers.get(name) };
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['identity', null, (body: Buffer) => body],
])('encodes the response for Accept-Encoding: %s', async (accepted, encoding, decompress) => {
  const { header, body } = await requestJson('/many', { 'accept-encoding': accepted });
  expect(header('content-encoding')).toBe(encoding);
  expect(header('vary')).toBe('Accept-Encoding');
  expect(header('content-type')).toBe('application/json');
  expect(JSON.parse(decompress(body).toString())).toEqual(many);
});

test('does not compress a small response', async () => {
  const { header, body } = await requestJson('/few', { 'accept-encoding': 'br' });
  expect(header('content-encoding')).toBeNull();
  expect(JSON.parse(body.toString())).toEqual([{ title: 'One' }]);
});

test('makes browsers revalidate, and responds 304 while nothing has changed', async () => {
  const first = await requestJson('/many', { 'accept-encoding': 'br' });
  expect(first.header('cache-control')).toBe('public, no-cache');
  const etag = first.header('etag') ?? '';
  const again = await requestJson('/many', { 'accept-encoding': 'br', 'if-none-match': etag });
  expect([again.status, again.body.length, again.header('etag')]).toEqual([304, 0, etag]);
  // Another encoding needs another ETag, so that caches do not mix them up.
  const plain = await requestJson('/many', { 'if-none-match': etag });
  expect([plain.status, plain.header('etag') === etag]).toEqual([200, false]);
  expect((await requestJson('/few', { 'if-none-match': etag })).status).toBe(200);
});

test('responds to HEAD with the same headers and no body', async () => {
  const { status, body, header } = await requestJson('/many', { 'accept-encoding': 'br' }, 'HEAD');
  expect([status, body.length, header('content-encoding')]).toEqual([200, 0, 'br']);
});
