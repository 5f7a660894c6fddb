import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';
import { SetupError } from '../errors.ts';

/**
 * Creates a function that returns a request's address for rate limits. For an IPv6 address, this is the /64
 * network, which has one owner.
 * @param trusted proxies whose X-Forwarded-For is trusted: addresses, ranges or names such as `loopback`
 * @throws SetupError when an entry of `trusted` is invalid
 */
export function createClientAddressReader(trusted: readonly string[]): (c: Context) => string {
  const trust = compile(trusted);
  return (c) => {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    return incoming ? networkOf(proxyaddr(incoming, trust) ?? 'unknown') : 'in-memory';
  };
}

/**
 * Creates a function that returns whether the request id and trace headers of a request are trusted, because
 * a trusted proxy or this process sent the request.
 */
export function createSenderCheck(
  trusted: readonly string[],
): (incoming: IncomingMessage | undefined) => boolean {
  const isTrusted = createTrustedAddressCheck(trusted);
  return (incoming) => !incoming || isTrusted(incoming.socket.remoteAddress ?? '');
}

/** Creates a function that returns whether an address is in `trusted`. */
export function createTrustedAddressCheck(trusted: readonly string[]): (address: string) => boolean {
  const trust = compile(trusted);
  return (address) => trust(address, 0);
}

/**
 * Some proxies also forward the port, which changes with each connection: `192.0.2.1:4711`,
 * `[2001:db8::1]:4711`.
 */
const WITH_PORT = /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i;

function networkOf(forwarded: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(forwarded) ?? [];
  const address = ipv6 ?? ipv4 ?? forwarded;
  // Reject other notations (0x7f, 010), because each would be counted as a different address.
  const isWellFormed = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isWellFormed) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

function compile(trusted: readonly string[]) {
  try {
    return proxyaddr.compile([...trusted]);
  } catch (cause) {
    throw new SetupError(
      `TRUST_PROXY: ${(cause as Error).message}. Use addresses such as 10.0.0.1, ranges such as 10.0.0.0/8, or loopback.`,
      { cause },
    );
  }
}
