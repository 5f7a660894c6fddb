import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import type { AccessToken, AuthInterceptor } from './access-token.ts';
import { createClient } from './client.ts';
import { NetworkError } from './errors.ts';

const thing = endpoint({
  method: 'POST',
  path: '/things/:id',
  access: 'member',
  summary: 'A thing',
  query: z.object({ day: z.string(), note: z.optional(z.string()) }),
  body: z.object({ name: z.string() }),
  response: z.object({ ok: z.boolean() }),
});
const gone = endpoint({ method: 'DELETE', path: '/things/:id', access: 'member', summary: 'Gone' });

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const refusal = (status: number, headers?: Record<string, string>) =>
  json(status, { error: { code: 'some-code', message: 'Some words.', fields: { name: 'wrong' } } }, headers);

function tokenOf(value: string | null): AccessToken {
  let held = value;
  return {
    read: () => held,
    store: (next) => {
      held = next;
    },
    clear: () => {
      held = null;
    },
  };
}

function clientOf(
  answers: (Response | Error)[],
  token = tokenOf('token-1'),
  interceptor: Partial<AuthInterceptor> = {},
) {
  const requests: Request[] = [];
  const refused: (string | null)[] = [];
  const client = createClient({
    fetch: async (input, init) => {
      requests.push(new Request(input as URL, init));
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? new Error('no answer left');
      return answer;
    },
    token,
    interceptor: { renew: async () => false, onForbidden: (sent) => void refused.push(sent), ...interceptor },
    origin: () => 'http://site.test',
  });
  return { ...client, requests, refused };
}

describe('calling the product server', () => {
  test('fills path, query and body, and leaves out what is undefined', async () => {
    const { call, requests } = clientOf([json(200, { ok: true })]);
    const input = {
      params: { id: 'a/b' },
      query: { day: 'May 1, 2027', note: undefined },
      body: { name: 'N' },
    };
    expect(await call(thing, input)).toEqual({ ok: true });
    expect(requests[0]?.method).toBe('POST');
    expect(requests[0]?.url).toBe('http://site.test/api/things/a%2Fb?day=May+1%2C+2027');
    expect(await requests[0]?.json()).toEqual({ name: 'N' });
  });

  test('gives nothing for an empty answer', async () => {
    const { call } = clientOf([new Response(null, { status: 204 })]);
    expect(await call(gone, { params: { id: 'a' } })).toBeUndefined();
  });

  test('[API-11] carries the stored token when no authorization is set', async () => {
    const { call, requests } = clientOf([json(200, {}), json(200, {})]);
    await call(thing);
    await call(thing, { headers: { Authorization: 'Bearer other' } });
    expect(requests.map((request) => request.headers.get('Authorization'))).toEqual([
      'Bearer token-1',
      'Bearer other',
    ]);
  });

  test('[API-11] carries no authorization when no token is stored', async () => {
    const { call, requests } = clientOf([json(200, {})], tokenOf(null));
    await call(thing);
    expect(requests[0]?.headers.has('Authorization')).toBe(false);
  });

  test('[API-11] keeps the token from other origins', async () => {
    const { send, requests } = clientOf([json(200, {}), json(200, {})]);
    await send('https://images.example/upload', { method: 'POST' });
    await send('http://site.test/images/1/upload', { method: 'POST' });
    expect(requests.map((request) => request.headers.has('Authorization'))).toEqual([false, true]);
  });
});

describe('refused calls', () => {
  test('carry status, code, message, fields and the time to wait', async () => {
    const { call } = clientOf([refusal(429, { 'Retry-After': '7' })]);
    await expect(call(thing)).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      code: 'some-code',
      message: 'Some words.',
      fields: { name: 'wrong' },
      retryAfter: 7,
    });
  });

  test('say something plain when the answer is not of our shape', async () => {
    const { call } = clientOf([new Response('<h1>Bad gateway</h1>', { status: 502 })]);
    await expect(call(thing)).rejects.toMatchObject({ status: 502, code: 'unknown' });
  });

  test('[API-12] a 403 tells which token was refused, then the error is passed on', async () => {
    const { call, refused } = clientOf([refusal(403)]);
    await expect(call(thing)).rejects.toMatchObject({ status: 403 });
    expect(refused).toEqual(['token-1']);
  });

  test('[API-12] a 403 for other credentials than the stored token signs nobody out', async () => {
    const { call, refused } = clientOf([refusal(403)]);
    await expect(call(thing, { headers: { Authorization: 'Bearer id' } })).rejects.toMatchObject({
      status: 403,
    });
    expect(refused).toEqual([]);
  });

  test('a 401 gets a new token and tries once more', async () => {
    const token = tokenOf('token-1');
    const renew = async (sent: string | null) => {
      expect(sent).toBe('token-1');
      token.store('token-2');
      return true;
    };
    const { call, requests } = clientOf([refusal(401), json(200, { ok: true })], token, { renew });
    expect(await call(thing, { body: { name: 'N' } })).toEqual({ ok: true });
    expect(requests.map((request) => request.headers.get('Authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(await requests[1]?.json()).toEqual({ name: 'N' });
  });

  test('a second 401 is passed on, and so is one without a living session', async () => {
    const stubborn = clientOf([refusal(401), refusal(401)], tokenOf('t'), { renew: async () => true });
    await expect(stubborn.call(thing)).rejects.toMatchObject({ status: 401 });
    expect(stubborn.requests).toHaveLength(2);
    const alone = clientOf([refusal(401)]);
    await expect(alone.call(thing)).rejects.toMatchObject({ status: 401 });
    expect(alone.requests).toHaveLength(1);
  });

  test('no connection is a NetworkError; what the caller stops stays an abort', async () => {
    const { call } = clientOf([new TypeError('Failed to fetch')]);
    await expect(call(thing)).rejects.toBeInstanceOf(NetworkError);
    const signal = AbortSignal.abort();
    const stopped = clientOf([new DOMException('stopped', 'AbortError')]);
    await expect(stopped.call(thing, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('what is no answer of ours is a NetworkError', () => {
  test.each([
    [
      'a sign-in page of a hotel',
      new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    ['nothing', undefined as unknown as Response],
    ['null', json(200, null)],
    ['a list where an object belongs', json(200, [])],
    ['a text where an object belongs', json(200, 'yes')],
  ])('%s', async (_, answer) => {
    const { call } = createClient({
      fetch: async () => answer,
      token: tokenOf(null),
      interceptor: { renew: async () => false, onForbidden: () => {} },
      origin: () => 'http://site.test',
    });
    const asked = call(thing, { params: { id: '1' }, query: { day: 'x' }, body: { name: 'n' } });
    await expect(asked).rejects.toBeInstanceOf(NetworkError);
  });

  test('a fetch that never ends is waited for no longer than any other', async () => {
    vi.useFakeTimers();
    const { call } = createClient({
      fetch: () => new Promise(() => {}),
      token: tokenOf(null),
      interceptor: { renew: async () => false, onForbidden: () => {} },
      origin: () => 'http://site.test',
    });
    const asked = expect(call(gone, { params: { id: '1' } })).rejects.toBeInstanceOf(NetworkError);
    await vi.advanceTimersByTimeAsync(30_000);
    await asked;
    vi.useRealTimers();
  });
});
