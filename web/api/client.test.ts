import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import type { AccessToken, AuthInterceptor } from './access-token.ts';
import { createClient, timeoutSignal } from './client.ts';
import { NetworkError } from './errors.ts';

const exampleEndpoint = endpoint({
  method: 'POST',
  path: '/things/:id',
  access: 'member',
  summary: 'A thing',
  query: z.object({ day: z.string(), note: z.optional(z.string()) }),
  body: z.object({ name: z.string() }),
  response: z.object({ ok: z.boolean() }),
});
const deleteEndpoint = endpoint({
  method: 'DELETE',
  path: '/things/:id',
  access: 'member',
  summary: 'Remove a thing',
});

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const errorResponse = (status: number, headers?: Record<string, string>) =>
  json(
    status,
    { error: { code: 'unavailable', message: 'upstream: boom', fields: { name: 'wrong' } } },
    headers,
  );

function createToken(value: string | null): AccessToken {
  let current = value;
  return {
    read: () => current,
    store: (next) => {
      current = next;
    },
    clear: () => {
      current = null;
    },
  };
}

const noInterceptor: AuthInterceptor = {
  read: () => ({ isSignedOutByUser: false }),
  renewAccess: async () => false,
  onForbidden: async () => false,
};

function createTestClient(
  responses: (Response | Error)[],
  token = createToken('token-1'),
  interceptor: Partial<AuthInterceptor> = {},
) {
  const requests: Request[] = [];
  const forbidden: (string | null)[] = [];
  const client = createClient({
    fetch: async (input, init) => {
      requests.push(new Request(input as URL, init));
      const response = responses.shift();
      if (!response || response instanceof Error) throw response ?? new Error('no response left');
      return response;
    },
    token,
    interceptor: {
      ...noInterceptor,
      onForbidden: async (sent) => {
        forbidden.push(sent);
        return false;
      },
      ...interceptor,
    },
    origin: () => 'http://site.test',
  });
  return { ...client, requests, forbidden };
}

describe('calling the product server', () => {
  test('fills path, query and body, and omits undefined values', async () => {
    const { call, requests } = createTestClient([json(200, { ok: true })]);
    const input = {
      params: { id: 'a/b' },
      query: { day: 'May 1, 2027', note: undefined },
      body: { name: 'N' },
    };
    expect(await call(exampleEndpoint, input)).toEqual({ ok: true });
    expect(requests[0]?.method).toBe('POST');
    expect(requests[0]?.url).toBe('http://site.test/api/things/a%2Fb?day=May+1%2C+2027');
    expect(await requests[0]?.json()).toEqual({ name: 'N' });
  });

  test('returns undefined for an empty response', async () => {
    const { call } = createTestClient([new Response(null, { status: 204 })]);
    expect(await call(deleteEndpoint, { params: { id: 'a' } })).toBeUndefined();
  });

  test('[API-11] sends the stored token if no Authorization header is set', async () => {
    const { call, requests } = createTestClient([json(200, {}), json(200, {})]);
    await call(exampleEndpoint);
    await call(exampleEndpoint, { headers: { Authorization: 'Bearer other' } });
    expect(requests.map((request) => request.headers.get('Authorization'))).toEqual([
      'Bearer token-1',
      'Bearer other',
    ]);
  });

  test('[API-11] sends no Authorization header if no token is stored', async () => {
    const { call, requests } = createTestClient([json(200, {})], createToken(null));
    await call(exampleEndpoint);
    expect(requests[0]?.headers.has('Authorization')).toBe(false);
  });

  test('[API-11] sends no token to other origins', async () => {
    const { send, requests } = createTestClient([json(200, {}), json(200, {})]);
    await send('https://images.example/upload', { method: 'POST' });
    await send('http://site.test/images/1/upload', { method: 'POST' });
    expect(requests.map((request) => request.headers.has('Authorization'))).toEqual([false, true]);
  });
});

describe('error responses', () => {
  test('have status, code, message, fields and the time to wait', async () => {
    const { call } = createTestClient([errorResponse(429, { 'Retry-After': '7' })]);
    await expect(call(exampleEndpoint)).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      code: 'unavailable',
      message: 'This is not available right now. Try again later.',
      fields: { name: 'wrong' },
      retryAfter: 7,
    });
  });

  test('measure a time to wait until by the clock of the server', async () => {
    const headers = { 'Retry-After': 'Thu, 26 Nov 2026 10:00:30 GMT', Date: 'Thu, 26 Nov 2026 10:00:00 GMT' };
    const { call } = createTestClient([errorResponse(503, headers)]);
    await expect(call(exampleEndpoint)).rejects.toMatchObject({ retryAfter: 30 });
  });

  test.each([
    ['unknown', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['unknown', json(500, { error: { message: 'boom' } })],
    ['another', json(409, { error: { code: 'another', message: 'boom' } })],
  ])('have a general message if the contract does not have the code: %s', async (code, response) => {
    const { call } = createTestClient([response]);
    await expect(call(exampleEndpoint)).rejects.toMatchObject({
      status: response.status,
      code,
      message: 'Something went wrong. Try again.',
    });
  });

  test('[API-12] a 403 reports the rejected token and throws', async () => {
    const { call, forbidden } = createTestClient([errorResponse(403)]);
    await expect(call(exampleEndpoint)).rejects.toMatchObject({ status: 403 });
    expect(forbidden).toEqual(['token-1']);
  });

  test('[API-12] a 403 for credentials other than the stored token is not reported', async () => {
    const { call, forbidden } = createTestClient([errorResponse(403)]);
    await expect(call(exampleEndpoint, { headers: { Authorization: 'Bearer id' } })).rejects.toMatchObject({
      status: 403,
    });
    expect(forbidden).toEqual([]);
  });

  test('a 401 gets a new token and retries once', async () => {
    const token = createToken('token-1');
    const renewAccess = async (sent: string | null) => {
      expect(sent).toBe('token-1');
      token.store('token-2');
      return true;
    };
    const { call, requests } = createTestClient([errorResponse(401), json(200, { ok: true })], token, {
      renewAccess,
    });
    expect(await call(exampleEndpoint, { body: { name: 'N' } })).toEqual({ ok: true });
    expect(requests.map((request) => request.headers.get('Authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(await requests[1]?.json()).toEqual({ name: 'N' });
  });

  describe('a change by a user who has signed out', () => {
    const rahim = { user: { uid: 'rahim' }, isSignedOutByUser: false };
    const mina = { user: { uid: 'mina' }, isSignedOutByUser: false };
    const signedOut = { isSignedOutByUser: true };
    const ended = { isSignedOutByUser: false };
    type Session = ReturnType<AuthInterceptor['read']>;

    /** Sends a change during which the session changes. Returns what the caller receives. */
    async function change({
      after,
      response,
      owner,
    }: {
      after: Session;
      response: Response | Error;
      owner?: string;
    }) {
      let session: Session = owner ? mina : rahim;
      const { call, requests } = createTestClient(
        [response, json(200, { ok: true })],
        createToken('token-1'),
        {
          read: () => session,
          renewAccess: async () => {
            session = after;
            return true;
          },
        },
      );
      const sent = call(exampleEndpoint, { body: { name: 'N' }, ...(owner && { owner }) });
      session = after;
      const outcome = sent.then(
        () => 'response',
        () => 'error',
      );
      const settled = await Promise.race([
        outcome,
        new Promise((resolve) => setTimeout(resolve, 20, 'nothing')),
      ]);
      return [settled, requests.length];
    }

    test.each([
      ['another user has signed in', mina],
      ['they have signed out', signedOut],
    ])('is not repeated and never settles after %s', async (_, after) => {
      expect(await change({ after, response: json(200, { ok: true }) })).toEqual(['nothing', 1]);
      expect(await change({ after, response: errorResponse(401) })).toEqual(['nothing', 1]);
      expect(await change({ after, response: new TypeError('Failed to fetch') })).toEqual(['nothing', 1]);
    });

    test('is not sent with the session of the next user', async () => {
      expect(await change({ after: mina, response: json(200, { ok: true }), owner: 'rahim' })).toEqual([
        'nothing',
        0,
      ]);
    });

    test('gets its response after their session has expired', async () => {
      expect(await change({ after: ended, response: json(200, { ok: true }) })).toEqual(['response', 1]);
    });
  });

  test('throws after a second 401, or if the token cannot be renewed', async () => {
    const rejecting = createTestClient([errorResponse(401), errorResponse(401)], createToken('t'), {
      renewAccess: async () => true,
    });
    await expect(rejecting.call(exampleEndpoint)).rejects.toMatchObject({ status: 401 });
    expect(rejecting.requests).toHaveLength(2);
    const signedOut = createTestClient([errorResponse(401)]);
    await expect(signedOut.call(exampleEndpoint)).rejects.toMatchObject({ status: 401 });
    expect(signedOut.requests).toHaveLength(1);
  });

  test('a lost connection is a NetworkError; an abort by the caller stays an AbortError', async () => {
    const { call } = createTestClient([new TypeError('Failed to fetch')]);
    await expect(call(exampleEndpoint)).rejects.toBeInstanceOf(NetworkError);
    const signal = AbortSignal.abort();
    const aborted = createTestClient([new DOMException('aborted', 'AbortError')]);
    await expect(aborted.call(exampleEndpoint, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a response that is not ours is a NetworkError', () => {
  test.each([
    [
      'the sign-in page of a captive portal',
      new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    ['nothing', undefined as unknown as Response],
    ['null', json(200, null)],
    ['an array instead of an object', json(200, [])],
    ['a string instead of an object', json(200, 'yes')],
  ])('%s', async (_, response) => {
    const { call } = createClient({
      fetch: async () => response,
      token: createToken(null),
      interceptor: noInterceptor,
      origin: () => 'http://site.test',
    });
    const request = call(exampleEndpoint, { params: { id: '1' }, query: { day: 'x' }, body: { name: 'n' } });
    await expect(request).rejects.toBeInstanceOf(NetworkError);
  });

  test('times out if fetch never settles', async () => {
    vi.useFakeTimers();
    const { call } = createClient({
      fetch: () => new Promise(() => {}),
      token: createToken(null),
      interceptor: noInterceptor,
      origin: () => 'http://site.test',
    });
    const request = expect(call(deleteEndpoint, { params: { id: '1' } })).rejects.toBeInstanceOf(
      NetworkError,
    );
    await vi.advanceTimersByTimeAsync(30_000);
    await request;
    vi.useRealTimers();
  });
});

test('timeoutSignal works in browsers without AbortSignal.timeout', () => {
  vi.useFakeTimers();
  vi.stubGlobal('AbortSignal', undefined);
  const signal = timeoutSignal(3000);
  vi.advanceTimersByTime(2999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
