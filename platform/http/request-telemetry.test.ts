import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { getContext, runWithContext, type Span, withSpan } from '../observability/request-context.ts';
import { testLog } from '../testing/log-collector.ts';
import { trustedSender } from './client-address.ts';
import { recordRequests } from './request-telemetry.ts';
import { securityHeaders } from './security-headers.ts';

/** A site behind the proxy 10.0.0.1, whose traces the test keeps. */
function openSite() {
  const begun: { name: string; parent: string | undefined }[] = [];
  const ended: string[] = [];
  const spanOf = (name: string): Span => ({
    traceId: 'a-trace',
    child: (child) => spanOf(`${name} > ${child}`),
    end: (last) => void ended.push(last?.name ?? (last?.error ? `${name} failed` : name)),
  });
  const tracing = {
    begin(name: string, { parent }: { parent?: string | undefined } = {}) {
      begun.push({ name, parent });
      return spanOf(name);
    },
    close: async () => {},
  };
  const record = vi.fn();
  const app = new Hono();
  const believes = trustedSender(['10.0.0.1']);
  app.use(recordRequests({ record, log: testLog(), tracing, believes }), securityHeaders({ secure: true }));
  app.get('/donors/:id', async (c) => {
    const seen = await withSpan('look up', {}, async () => getContext()?.requestId);
    return c.json({ seen });
  });
  app.get('/broken', (c) => c.text('Failed.', 500));
  const ask = (path: string, from: string | undefined, headers: Record<string, string> = {}) =>
    app.request(
      path,
      { headers },
      from ? { incoming: { socket: { remoteAddress: from } } as IncomingMessage } : {},
    );
  return { app, ask, begun, ended, record };
}

const traceparent = '00-abcdef0123456789abcdef0123456789-00f067aa0ba902b7-01';

test('id and trace of a request are believed when a trusted proxy sent them', async () => {
  const { ask, begun } = openSite();
  const sent = { 'X-Request-Id': 'from-outside', traceparent };
  const behind = await ask('/donors/7', '10.0.0.1', sent);
  expect([behind.headers.get('x-request-id'), await behind.json()]).toEqual([
    'from-outside',
    { seen: 'from-outside' },
  ]);
  const stranger = await ask('/donors/7', '203.0.113.9', sent);
  const own = stranger.headers.get('x-request-id');
  expect(own).not.toBe('from-outside');
  expect(await stranger.json()).toEqual({ seen: own });
  expect(begun.map(({ parent }) => parent)).toEqual([traceparent, undefined]);
  const odd = await ask('/donors/7', '10.0.0.1', { 'X-Request-Id': 'donor@example.org' });
  expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('what the house asks itself belongs to the request that asked', async () => {
  const { app, ask, begun, ended } = openSite();
  const inside = await runWithContext({ requestId: 'outer', span: undefined }, () =>
    app.request('/donors/7'),
  );
  expect(inside.headers.get('x-request-id')).toBe('outer');
  await ask('/donors/7', '10.0.0.1');
  await ask('/broken', '10.0.0.1');
  expect(begun).toHaveLength(3);
  expect(ended).toContain('GET > look up');
  expect(ended.at(-1)).toBe('GET /broken');
  expect(getContext()).toBeUndefined();
});

test('requests at once each keep their own', async () => {
  const { ask } = openSite();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => ask('/donors/7', '10.0.0.1', { 'X-Request-Id': `n${n}` })),
  );
  const seen = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { seen: string }).seen),
  );
  expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => `n${n}`));
});
