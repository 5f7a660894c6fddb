import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

// Below what operating systems hand out by themselves: between this look and the use, and while a server that is
// started again is down, no other connection gets the port by chance.
const first = 11_000;
const count = 5000;
// Processes and threads that run at once begin far from each other, and none is given a port twice.
let next = ((process.pid + threadId) * 101) % count;

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let looked = 0; looked < count; looked++) {
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
