import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localSettings } from './s3-server.ts';

export const secret = 'a-secret-that-no-log-holds';

/** Starts an S3 server that responds as the test defines. `seen`: the requests it received. */
export async function openFaultyS3(handler: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
    request.resume();
    handler(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: localSettings(port, secret),
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Handler that sends an S3 error. */
export const s3Error =
  (status: number, code: string, more = '', headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/xml', ...headers })
      .end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`);
