import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono, type MiddlewareHandler } from 'hono';
import { httpErrors } from './errors.ts';
import { pageIcon, pageIconPolicy } from './page-icon.ts';
import { readRequestId } from './security-headers.ts';

const { message } = httpErrors.unavailable;

/** Returns the 503 body in a service's own protocol, or undefined for the product server's format. */
export type OverloadBody = (path: string, retryAfter: number) => object | undefined;

/** Responds 503 with Retry-After without reading the request's body. */
export type RespondOverloaded = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Creates the function that responds 503. Captures the headers of `securityHeaders` once, because an
 * overloaded server has no time for routing.
 */
export async function createOverloadResponse(options: {
  securityHeaders: MiddlewareHandler;
  bodyOf: OverloadBody;
  /** Returns whether to use the request id that the sender supplies. */
  trustsSender?: (incoming: IncomingMessage) => boolean;
  /** In [0, 1). Spreads the retries of clients that were rejected together. */
  random?: () => number;
}): Promise<RespondOverloaded> {
  const { securityHeaders, bodyOf, random = Math.random, trustsSender = () => true } = options;
  const template = await new Hono()
    .use(securityHeaders)
    .all('*', (c) => c.body(null, 503))
    .request('/');
  template.headers.delete('x-request-id');
  template.headers.set('cache-control', 'no-store');
  const jsonHeaders = [...template.headers].flat();
  template.headers.set(cspHeader, `${template.headers.get(cspHeader)}; ${pageIconPolicy}`);
  const pageHeaders = [...template.headers].flat();

  return (incoming, outgoing) => {
    const { url = '/', headers } = incoming;
    const retryAfter = 1 + Math.floor(random() * 5);
    const acceptsHtml = headers.accept?.includes('text/html');
    const text = acceptsHtml ? page : JSON.stringify(bodyOf(pathOf(url), retryAfter) ?? defaultBody);
    outgoing.writeHead(503, [
      ...(acceptsHtml ? pageHeaders : jsonHeaders),
      'content-type',
      acceptsHtml ? 'text/html; charset=utf-8' : 'application/json',
      'content-length',
      String(Buffer.byteLength(text)),
      'retry-after',
      String(retryAfter),
      'x-request-id',
      readRequestId(trustsSender(incoming) ? (headers['x-request-id'] as string | undefined) : undefined),
    ]);
    outgoing.end(text);
  };
}

const cspHeader = 'content-security-policy';
const defaultBody = { error: { code: 'unavailable', message } };
/** Reloads with a meta refresh, because browsers ignore Retry-After when they show a page. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">${pageIcon}<title>We're very busy</title><p>We're very busy right now. This page tries again in a few seconds.</p><p lang="bn">এখন অনেক ভিড়। কয়েক সেকেন্ড পরে এই পাতা নিজে থেকেই আবার চেষ্টা করবে।</p></html>`;

const pathOf = (url: string): string => url.split('?', 1)[0] as string;
