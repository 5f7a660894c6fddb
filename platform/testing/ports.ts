import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

// Below the ephemeral port range, so that the system does not assign the port to a connection before it is
// used or while a server restarts.
const first = 11_000;
const count = 5000;
// Concurrent processes and threads start at different ports, and none returns a port twice.
let next = ((process.pid + threadId) * 101) % count;

/** Returns a free port on 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < count; attempt++) {
    const port = first + next;
    next = (next + 1) % count;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${first} to ${first + count - 1} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
