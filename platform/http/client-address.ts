import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import proxyaddr from 'proxy-addr';

/**
 * The address that a request came from. A forwarded address counts only when a proxy of `trusted` (addresses, ranges
 * or names such as `loopback`) sent it.
 */
export function clientAddress(trusted: readonly string[]): (c: Context) => string {
  const trust = proxyaddr.compile([...trusted]);
  return (c) => {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    return incoming ? (proxyaddr(incoming, trust) ?? 'unknown') : 'in-memory';
  };
}
