import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { getContext, runWithContext, type Span, withSpan } from '../observability/request-context.ts';
import { testLog } from '../testing/log-collector.ts';
import { createSenderCheck } from './client-address.ts';
import { recordRequests } from './request-telemetry.ts';
import { securityHeaders } from './security-headers.ts';

/** Creates a site behind the proxy 10.0.0.1 and records its spans. */
function createTestSite() {
  const started: { name: string; parent: string | undefined }[] = [];
  const ended: string[] = [];
  const spanOf = (name: string): Span => ({
    traceId: 'a-trace',
    child: (child) => spanOf(`${name} > ${child}`),
    end: (last) => void ended.push(last?.name ?? (last?.error ? `${name} failed` : name)),
  });
  const tracing = {
    startSpan(name: string, { parent }: { parent?: string | undefined } = {}) {
      started.push({ name, parent });
      return spanOf(name);
    },
    close: async () => {},
  };
  const record = vi.fn();
  const app = new Hono();
  const trustsSender = createSenderCheck(['10.0.0.1']);
  app.use(
    recordRequests({ record, log: testLog(), tracing, trustsSender }),
    securityHeaders({ secure: true }),
  );
  app.get('/donors/:id', async (c) => {
    const seen = await withSpan('look up', {}, async () => getContext()?.requestId);
    return c.json({ seen });
  });
  app.get('/broken', (c) => c.text('Failed.', 500));
  const sendGet = (path: string, senderAddress: string | undefined, headers: Record<string, string> = {}) =>
    app.request(
      path,
      { headers },
      senderAddress ? { incoming: { socket: { remoteAddress: senderAddress } } as IncomingMessage } : {},
    );
  return { app, sendGet, started, ended, record };
}

const traceparent = '00-abcdef0123456789abcdef0123456789-00f067aa0ba902b7-01';

test('uses the request id and trace of a trusted proxy only', async () => {
  const { sendGet, started } = createTestSite();
  const idHeaders = { 'X-Request-Id': 'from-outside', traceparent };
  const trusted = await sendGet('/donors/7', '10.0.0.1', idHeaders);
  expect([trusted.headers.get('x-request-id'), await trusted.json()]).toEqual([
    'from-outside',
    { seen: 'from-outside' },
  ]);
  const untrusted = await sendGet('/donors/7', '203.0.113.9', idHeaders);
  const ownId = untrusted.headers.get('x-request-id');
  expect(ownId).not.toBe('from-outside');
  expect(await untrusted.json()).toEqual({ seen: ownId });
  expect(started.map(({ parent }) => parent)).toEqual([traceparent, undefined]);
  const malformed = await sendGet('/donors/7', '10.0.0.1', { 'X-Request-Id': 'donor@example.org' });
  expect(malformed.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('continues the request id and trace of the caller for in-process requests', async () => {
  const { app, sendGet, started, ended } = createTestSite();
  const inside = await runWithContext({ requestId: 'outer', span: undefined }, () =>
    app.request('/donors/7'),
  );
  expect(inside.headers.get('x-request-id')).toBe('outer');
  await sendGet('/donors/7', '10.0.0.1');
  await sendGet('/broken', '10.0.0.1');
  expect(started).toHaveLength(3);
  expect(ended).toContain('GET > look up');
  expect(ended.at(-1)).toBe('GET /broken');
  expect(getContext()).toBeUndefined();
});

test('keeps the ids of concurrent requests apart', async () => {
  const { sendGet } = createTestSite();
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => sendGet('/donors/7', '10.0.0.1', { 'X-Request-Id': `n${n}` })),
  );
  const seen = await Promise.all(
    responses.map(async (response) => ((await response.json()) as { seen: string }).seen),
  );
  expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => `n${n}`));
});
