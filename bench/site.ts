import type { PublicConfig } from '../contract/config.ts';
import { startSite } from '../e2e/support/site.ts';
import { pinToCore, SERVER_CORE } from './system.ts';

export type MeasuredSite = Awaited<ReturnType<typeof startMeasuredSite>>;

/**
 * Starts the site with the default log level and rate limits that no row reaches, on the first core. It stops at the end
 * of its scope.
 */
export async function startMeasuredSite(settings: Record<string, string> = {}, { allCores = false } = {}) {
  const site = await startSite({ RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn', ...settings });
  if (!allCores) pinToCore(site.pid, SERVER_CORE);
  return { ...site, [Symbol.asyncDispose]: site.stop };
}

/** Returns the JSON of a response. @throws Error when the request fails */
// biome-ignore lint/suspicious/noExplicitAny: each call has different fields.
export async function fetchJson(url: string, init?: RequestInit): Promise<any> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} failed with ${response.status}: ${await response.text()}`);
  return response.json();
}

export const readConfig = (site: string): Promise<PublicConfig> => fetchJson(`${site}/api/config`);
