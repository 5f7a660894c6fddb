import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { secureHeaders } from 'hono/secure-headers';

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string;
  }
}

/** Creates the middleware that adds a request id and the security headers to every response. */
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
      // A route may set its own value of any of these headers.
      overwrite: false,
      // For responses that are not pages (JSON, pictures), in case a browser displays one.
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      // The sign-in popup must be able to send messages to the page that opened it.
      crossOriginOpenerPolicy: 'same-origin-allow-popups',
      permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [], payment: ['self'] },
      // These headers serve only obsolete browsers and plugins.
      xXssProtection: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xDnsPrefetchControl: false,
    }),
  );
}

/** Returns the request id sent by a trusted proxy if it is well-formed, else a new one. */
export function readRequestId(sent: string | undefined): string {
  return sent && sent.length <= 255 && !/[^\w\-=]/.test(sent) ? sent : randomUUID();
}
