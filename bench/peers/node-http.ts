// The peer of public reads: node:http alone, which sends one fixed response. It tells its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SERVER_CORE } from '../load/run.ts';
import { keepOnCore } from '../system.ts';

export type FixedResponse = { status: number; headers: Record<string, string>; body: Uint8Array };

keepOnCore(process.pid, SERVER_CORE);
process.once('message', ({ status, headers, body }: FixedResponse) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(status === 304 ? undefined : body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());
