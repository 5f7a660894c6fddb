// Peer of public reads: plain node:http with one fixed response. It sends its port to the parent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pinToCore, SERVER_CORE } from '../system.ts';

export type FixedResponse = { status: number; headers: Record<string, string>; body: Uint8Array };

pinToCore(process.pid, SERVER_CORE);
process.once('message', ({ status, headers, body }: FixedResponse) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(status === 304 ? undefined : body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());
