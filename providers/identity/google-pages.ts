import type { Context, Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import type { Limiters } from '#platform/limits.ts';
import type { Log } from '#platform/logs.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { type GoogleSetting, openGoogle, pagesPath } from './google/google.ts';
import { createGooglePages } from './google/pages.ts';
import { createLimits } from './http/limits.ts';

/** Where they are to be mounted. */
export const googlePagesPath = pagesPath;

/** The pages of signing in with Google without the rest of the provider: for a site whose accounts are elsewhere. */
export async function openGooglePages(options: {
  db: Database;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  publicUrl: string;
  google: GoogleSetting;
  limiters: Limiters;
  clientAddress: (c: Context) => string;
}): Promise<Hono> {
  const { google: setting, clientAddress } = options;
  const limits = createLimits(options.limiters);
  return createGooglePages({
    ...options,
    google: await openGoogle({ ...options, setting }),
    admit: (c) => limits.call(clientAddress(c)),
  });
}
