import type { RequestListener } from 'node:http';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { localSettings } from './s3-server.ts';

export const secret = 'a-secret-that-no-log-holds';

/** Starts an S3 server that responds as the test defines. `seen`: the requests it received. */
export async function openFaultyS3(handler: RequestListener) {
  const seen: string[] = [];
  const server = await startHttpServer((request, response) => {
    seen.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
    request.resume();
    handler(request, response);
  });
  return { ...server, settings: localSettings(server.port, secret), seen };
}

/** Handler that sends an S3 error. */
export const s3Error =
  (status: number, code: string, more = '', headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/xml', ...headers })
      .end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`);
