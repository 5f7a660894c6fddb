import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string;
  }
}

/** Only pages load these types, and page headers have no effect on them. */
const loadedByPages = /^(text\/(javascript|css)|font\/)/;

/**
 * Creates the middleware that adds a request id and the security headers to every response. Omits the half
 * kilobyte of page headers from scripts, styles and fonts, of which a page loads a dozen.
 */
export function securityHeaders({ secure }: { secure: boolean }): MiddlewareHandler {
  const always: Parameters<typeof secureHeaders>[0] = {
    strictTransportSecurity: secure ? 'max-age=31536000' : false,
    // A route may set its own value of any of these headers.
    overwrite: false,
    // These headers serve only obsolete browsers and plugins.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
  };
  const forFiles = secureHeaders({
    ...always,
    xFrameOptions: false,
    referrerPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
  const forOthers = secureHeaders({
    ...always,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
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
  });
  return async (c, next) => {
    const id = c.get('requestId') ?? readRequestId(c.req.header('x-request-id'));
    c.set('requestId', id);
    c.header('X-Request-Id', id);
    await next();
    const isFile = loadedByPages.test(c.res.headers.get('content-type') ?? '');
    await (isFile ? forFiles : forOthers)(c, async () => {});
  };
}

/** Returns `sent` if it is a well-formed request id, otherwise a new id. */
export function readRequestId(sent: string | undefined): string {
  return sent && sent.length <= 255 && !/[^\w\-=]/.test(sent) ? sent : randomUUID();
}
