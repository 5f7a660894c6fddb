import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { secureHeaders } from 'hono/secure-headers';

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string;
  }
}

/** What every answer of ours carries: a request id and the headers that close what a page of ours never needs. */
export function securityHeaders({ secure }: { secure: boolean }): MiddlewareHandler {
  return every(
    async (c, next) => {
      const id = c.get('requestId') ?? readRequestId(c.req.header('x-request-id'));
      c.set('requestId', id);
      c.header('X-Request-Id', id);
      await next();
    },
    secureHeaders({
      xFrameOptions: 'DENY',
      referrerPolicy: 'strict-origin-when-cross-origin',
      strictTransportSecurity: secure ? 'max-age=31536000; includeSubDomains' : false,
      // A page that sets one of these itself knows why.
      overwrite: false,
      // For what is no page, however somebody gets a browser to show it.
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      // A sign-in popup of ours must be able to speak to the page that opened it.
      crossOriginOpenerPolicy: 'same-origin-allow-popups',
      permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: ['self'] },
      // For browsers and plugins that are no more; some hundred bytes a file.
      xXssProtection: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xDnsPrefetchControl: false,
    }),
  );
}

/** The request id of an answer: the one that a trusted proxy has sent, when it is one. */
export function readRequestId(sent: string | undefined): string {
  return sent && sent.length <= 255 && !/[^\w\-=]/.test(sent) ? sent : randomUUID();
}
