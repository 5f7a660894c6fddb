import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono, type MiddlewareHandler } from 'hono';
import { httpErrors } from '../errors.ts';
import { pageIcon, pageIconPolicy } from '../page-icon.ts';
import { readRequestId } from '../security-headers.ts';

const { message } = httpErrors.unavailable;

/** What a service says in its own protocol; undefined when the house's shape will do. */
export type OverloadBody = (path: string, retryAfter: number) => object | undefined;

/** Answers 503 with Retry-After; the request's body is not looked at. */
export type RespondOverloaded = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** With the headers that `frontDoor` gives to every answer, taken from it once: routing is what there is no time for. */
export async function createOverloadResponse(options: {
  securityHeaders: MiddlewareHandler;
  bodyOf: OverloadBody;
  /** Whether a request's own id is taken over. */
  believes?: (incoming: IncomingMessage) => boolean;
  /** From 0 up to 1: who was refused together should not come back together. */
  random?: () => number;
}): Promise<RespondOverloaded> {
  const { securityHeaders, bodyOf, random = Math.random, believes = () => true } = options;
  const answer = await new Hono()
    .use(securityHeaders)
    .all('*', (c) => c.body(null, 503))
    .request('/');
  answer.headers.delete('x-request-id');
  answer.headers.set('cache-control', 'no-store');
  const always = [...answer.headers].flat();
  answer.headers.set(policyName, `${answer.headers.get(policyName)}; ${pageIconPolicy}`);
  const withPage = [...answer.headers].flat();

  return (incoming, outgoing) => {
    const { url = '/', headers } = incoming;
    const retryAfter = 1 + Math.floor(random() * 5);
    const forPerson = headers.accept?.includes('text/html');
    const text = forPerson ? page : JSON.stringify(bodyOf(pathOf(url), retryAfter) ?? ours);
    outgoing.writeHead(503, [
      ...(forPerson ? withPage : always),
      'content-type',
      forPerson ? 'text/html; charset=utf-8' : 'application/json',
      'content-length',
      String(Buffer.byteLength(text)),
      'retry-after',
      String(retryAfter),
      'x-request-id',
      readRequestId(believes(incoming) ? (headers['x-request-id'] as string | undefined) : undefined),
    ]);
    outgoing.end(text);
  };
}

const policyName = 'content-security-policy';
const ours = { error: { code: 'unavailable', message } };
/** Nobody reads Retry-After in a browser's window: the page comes again by itself. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">${pageIcon}<title>One moment</title><p>Very many people are here right now. This page tries again by itself in a few seconds.</p></html>`;

const pathOf = (url: string): string => url.split('?', 1)[0] as string;
