import { createHash } from 'node:crypto';

/** Other origins that the configured integrations need, keyed by CSP directive. */
export type AllowedOrigins = { connect?: string[]; image?: string[]; script?: string[]; frame?: string[] };

/** Returns the union of all allowed origins. */
export function joinOrigins(all: readonly AllowedOrigins[]): AllowedOrigins {
  const join = (name: keyof AllowedOrigins) => all.flatMap((origins) => origins[name] ?? []);
  return { connect: join('connect'), image: join('image'), script: join('script'), frame: join('frame') };
}

/**
 * Returns the Content-Security-Policy of a page. It allows only the inline scripts of the page itself, by
 * hash.
 */
export function contentPolicy(html: string, allowed: AllowedOrigins): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(hashes), ...(allowed.script ?? [])],
    // The carousel, toasts and React set style attributes. Texts of users are escaped and cannot add styles.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(allowed.image ?? [])],
    'connect-src': ["'self'", ...(allowed.connect ?? [])],
    'frame-src': allowed.frame?.length ? allowed.frame : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
