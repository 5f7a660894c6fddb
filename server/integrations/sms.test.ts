import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { ExpiredError, RejectedError } from '#platform/jobs/outbox-rejected.ts';
import { type Fault, faults, openBadServer, unresolvableHost } from '#platform/testing/bad-server.ts';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createSmsSender } from './sms.ts';

const message = { phoneNumber: '+8801712345678', text: '123456 is your code.', goodUntil: 2000 };

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown };

/**
 * Starts a service on a real socket that responds with these statuses in turn. For a `null`, it never
 * responds.
 */
async function openService(...statuses: (number | null)[]) {
  const requests: ReceivedRequest[] = [];
  const service = await startHttpServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const status = statuses.shift();
    if (status === null) return;
    response.writeHead(status ?? 500, { location: '/elsewhere' }).end('a body');
  });
  const lines: string[] = [];
  const log = testLog({ onLine: (line) => void lines.push(line) });
  const url = `http://blood:s%40cret@127.0.0.1:${service.port}/send?from=bb`;
  return {
    ...service,
    requests,
    lines,
    send: (now = 1000, timeoutMs?: number) =>
      createSmsSender({ url, clock: () => now, log, ...(timeoutMs && { timeoutMs }) })(message, 'id-1'),
  };
}

test('[IDP-04] sends a text message as JSON, with the credentials as Basic authorization and not in the URL', async () => {
  await using service = await openService(202);
  await service.send();
  expect(service.requests).toEqual([
    {
      method: 'POST',
      path: '/send?from=bb',
      headers: expect.objectContaining({
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('blood:s@cret').toString('base64')}`,
        'idempotency-key': 'id-1',
      }),
      body: { phoneNumber: message.phoneNumber, text: message.text },
    },
  ]);
  expect(service.lines).toEqual([]);
});

test.each([500, 503, 429, 408, 401, 403, 302])('retries a message after a %i', async (status) => {
  await using service = await openService(status, 200);
  await expect(service.send()).rejects.toThrow(`responded with ${status}`);
  await service.send();
  expect(service.requests.map(({ path }) => path)).toEqual(['/send?from=bb', '/send?from=bb']);
});

test.each([400, 404, 422])(
  'rejects a message permanently after a %i, and logs it without the number',
  async (status) => {
    await using service = await openService(status);
    await expect(service.send()).rejects.toEqual(
      new RejectedError(`The text message service responded with ${status}.`),
    );
    expect(service.lines).toHaveLength(1);
    expect(service.lines[0]).toContain(`"status":${status}`);
    for (const secret of [message.phoneNumber, message.text, 's@cret', 's%40cret', '127.0.0.1']) {
      expect(service.lines[0]).not.toContain(secret);
    }
  },
);

test('times out when the service does not respond, without its address in the error', async () => {
  await using service = await openService(null);
  const failure = await service.send(1000, 300).catch(String);
  expect(failure).toBe('Error: The text message service could not be reached (TimeoutError).');
});

test('retries when the service is unreachable, without its address or credentials in the error', async () => {
  const service = await openService();
  await service[Symbol.asyncDispose]();
  const failure = await service.send().catch(String);
  expect(failure).toBe('Error: The text message service could not be reached (TypeError).');
});

test('does not send an expired code', async () => {
  await using service = await openService(200);
  await expect(service.send(2000)).rejects.toThrow(ExpiredError);
  expect(service.requests).toEqual([]);
  expect(service.lines).toHaveLength(1);
});

test.each(Object.keys(faults) as Fault[])('is not blocked by a service that %s', async (fault) => {
  await using server = await openBadServer(fault);
  const send = createSmsSender({ url: server.origin, clock: () => 1000, log: testLog(), timeoutMs: 400 });
  const since = performance.now();
  const failure = await send({ ...message, goodUntil: 2000 }, 'id').catch(String);
  expect(performance.now() - since).toBeLessThan(15_000);
  // Any 2xx means that the service accepted the message.
  if (failure !== undefined)
    expect(failure).toMatch(/^Error: The text message service (could not|responded)/);
});

test("retries when the service's host name cannot be resolved", async () => {
  const send = createSmsSender({ url: `http://${unresolvableHost}`, clock: () => 1000, log: testLog() });
  await expect(send({ ...message, goodUntil: 2000 }, 'id')).rejects.toThrow(
    'could not be reached (TypeError)',
  );
});
