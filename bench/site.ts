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
  return { ...site, databaseUrl: settings.DATABASE_URL, [Symbol.asyncDispose]: site.stop };
}
