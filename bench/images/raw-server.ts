// The measure for a cached variant: node:http alone, sending one fixed answer. Told by its parent, tells its port,
// and then, whenever it is asked, how many seconds of a core it has used.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer as the site gave it; `body` in base64. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

process.once('message', ({ status, headers, body }: RawAnswer) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, answer) => {
    answer.writeHead(status, headers);
    answer.end(status === 304 ? undefined : bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1e6);
  });
});
process.on('disconnect', () => process.exit());
