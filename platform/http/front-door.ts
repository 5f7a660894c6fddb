import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';

/** What every answer of ours carries: a request id and the headers that close what a page of ours never needs. */
export function frontDoor({ secure }: { secure: boolean }): MiddlewareHandler {
  return every(
    requestId(),
    secureHeaders({
      xFrameOptions: 'DENY',
      referrerPolicy: 'strict-origin-when-cross-origin',
      strictTransportSecurity: secure ? 'max-age=31536000; includeSubDomains' : false,
      // A page that sets one of these itself knows why.
      overwrite: false,
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

/** The request id of an answer that is given before the app is asked: the one sent, under the rule of Hono's own. */
export function requestIdFrom(sent: string | undefined): string {
  return sent && sent.length <= 255 && !/[^\w\-=]/.test(sent) ? sent : randomUUID();
}
