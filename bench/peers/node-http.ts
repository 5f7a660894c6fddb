// A process that serves one fixed response with plain node:http. It sends the port to its parent process, and
// exits when the parent exits.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

process.once('message', ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) => {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  process.once('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
