import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localSettings } from './s3-server.ts';

export const secret = 'a-secret-that-no-log-holds';

/** What a storage answers when it is out of order; `seen` are the requests that came. */
export async function openFaultyS3(answer: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
    request.resume();
    answer(request, response);
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

/** An error as S3 writes it. */
export const s3Error =
  (status: number, code: string, more = '', headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/xml', ...headers })
      .end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`);
