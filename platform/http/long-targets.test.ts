import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { openLine } from '../testing/raw-lines.ts';
import { isTargetTooLong } from './connections.ts';
import { listen } from './listen.ts';

test('an address that is too long is refused before the app, and the connection goes on', async () => {
  const site = await listen({ host: '127.0.0.1', port: 0 });
  let asked = 0;
  site.serve(
    new Hono().all('*', (c) => {
      asked += 1;
      return c.text('Here.');
    }),
  );
  const line = await openLine(site.address);
  line.socket.write(`GET /a${'/'.repeat(15_500)}x/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(line.statuses).toEqual([414]);
  expect(asked).toBe(0);
  expect(line.heard()).toContain('Use at most 2000 characters');
  line.socket.write('GET /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await expect.poll(line.statuses).toEqual([414, 200]);
  await line.closed;
  await site.close();
});

test('the path may have 2,000 characters, the whole 8,000', () => {
  const path = (length: number) => `/${'a'.repeat(length - 1)}`;
  expect(isTargetTooLong(path(2000))).toBe(false);
  expect(isTargetTooLong(path(2001))).toBe(true);
  expect(isTargetTooLong(`${path(2000)}?${'a'.repeat(5999)}`)).toBe(false);
  expect(isTargetTooLong(`${path(2000)}?${'a'.repeat(6000)}`)).toBe(true);
  expect(isTargetTooLong(`${path(2001)}?a`)).toBe(true);
  expect(isTargetTooLong(undefined)).toBe(false);
});
