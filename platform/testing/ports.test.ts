import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './ports.ts';

test('a port is handed out once, and one that is taken by somebody is passed over', async () => {
  const port = await freePort();
  const server = createServer().listen(port + 1, '127.0.0.1');
  await once(server, 'listening').catch(() => 'somebody has it already');
  const others = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(others).not.toContain(port);
  expect(others).not.toContain(port + 1);
  expect(new Set(others).size).toBe(20);
  server.close();
});
