// The measure for a cached variant: node:http alone, sending one fixed answer. Told by its parent, tells its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepOnCore } from '../cores.ts';

/** One answer as the site gave it; `body` in base64. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

keepOnCore(process.pid, 0);
process.once('message', ({ status, headers, body }: RawAnswer) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, answer) => {
    answer.writeHead(status, headers);
    answer.end(status === 304 ? undefined : bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());
