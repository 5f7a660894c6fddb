import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const headersOf = async (type: string) => {
  const app = new Hono();
  app.use(securityHeaders({ secure: true }));
  app.get('/', (c) => c.body('', 200, { 'content-type': type }));
  const { headers } = await app.request('/');
  return [...headers.keys()].filter((name) => name !== 'content-type').sort();
};

test.each(['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'font/woff2'])(
  'sends with %s only the headers that concern what pages load',
  async (type) => {
    expect(await headersOf(type)).toEqual([
      'cross-origin-resource-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-request-id',
    ]);
  },
);

test.each(['text/html', 'application/json', 'image/svg+xml', ''])(
  'sends %s, which a browser may show as a page, with those of pages too',
  async (type) => {
    expect(await headersOf(type)).toEqual(
      expect.arrayContaining([
        'content-security-policy',
        'cross-origin-opener-policy',
        'permissions-policy',
        'referrer-policy',
        'strict-transport-security',
        'x-content-type-options',
        'x-frame-options',
      ]),
    );
  },
);
