import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import { seconds } from '#platform/time.ts';
import { describeCertificate, readCertificate } from './certificate.ts';
import { describeError, type Finding, ok, problem } from './finding.ts';

/** Checks that the host of PUBLIC_URL has an address. */
export async function checkDns(publicUrl: string): Promise<Finding | undefined> {
  const { hostname } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return undefined;
  try {
    const found = await lookup(hostname, { all: true });
    return ok(`${hostname} is ${found.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    return problem(describeError(error, hostname), 'Add an A or AAAA record, or correct PUBLIC_URL.');
  }
}

export async function checkCertificate(publicUrl: string, now: number): Promise<Finding | undefined> {
  const address = new URL(publicUrl);
  if (address.protocol !== 'https:') return undefined;
  try {
    return describeCertificate(address.host, await readCertificate(address), now);
  } catch (error) {
    return problem(describeError(error, address.host), 'Start the proxy that terminates TLS.');
  }
}

const SiteConfig = z.object({ version: z.string() });

/** Checks that PUBLIC_URL leads to a site that runs. */
export async function checkPublicUrl(
  publicUrl: string,
  fetch: typeof globalThis.fetch = fetchWithTimeout({ timeoutMs: seconds(5) }),
): Promise<Finding> {
  const fix = 'Start the site, or correct PUBLIC_URL or the proxy.';
  try {
    const response = await fetch(`${publicUrl}/api/config`, { redirect: 'manual' });
    const found = z.safeParse(SiteConfig, await response.json().catch(() => undefined));
    return found.success
      ? ok(`${publicUrl} is version ${found.data.version}`)
      : problem(`${publicUrl} is not this site (status ${response.status})`, fix);
  } catch (error) {
    return problem(describeError(error, new URL(publicUrl).host), fix);
  }
}
