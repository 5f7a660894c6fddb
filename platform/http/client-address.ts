import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';
import { SetupError } from '../errors.ts';

/**
 * The address that a request came from, as limits count it: of IPv6 the network (/64), whose 2^64 addresses one person
 * may have. A forwarded address counts only when a proxy of `trusted` (addresses, ranges
 * or names such as `loopback`) sent it.
 * @throws SetupError when one of `trusted` is none of these
 */
export function clientAddress(trusted: readonly string[]): (c: Context) => string {
  const trust = compile(trusted);
  return (c) => {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    return incoming ? networkOf(proxyaddr(incoming, trust) ?? 'unknown') : 'in-memory';
  };
}

/** Whether what a request says of itself (its id, its trace) is believed: sent by a proxy of `trusted`, or by ourselves. */
export function trustedSender(
  trusted: readonly string[],
): (incoming: IncomingMessage | undefined) => boolean {
  const trusts = trustedAddress(trusted);
  return (incoming) => !incoming || trusts(incoming.socket.remoteAddress ?? '');
}

/** Whether an address is one of `trusted`. */
export function trustedAddress(trusted: readonly string[]): (address: string) => boolean {
  const trust = compile(trusted);
  return (address) => trust(address, 0);
}

/** Some proxies forward the port as well, which changes with each connection: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i;

function networkOf(forwarded: string): string {
  const [, ofSix, ofFour] = WITH_PORT.exec(forwarded) ?? [];
  const address = ofSix ?? ofFour ?? forwarded;
  // Other spellings of a number (0x7f, 010) would each count apart.
  const isWritten = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isWritten) return 'unknown';
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
