import type { Kysely } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { SiteLook } from '#platform/email-layout.ts';
import { findSiteLook } from '#server/features/site-content/look.ts';
import { findSiteName } from '#server/features/site-content/rules.ts';
import type { Config } from './config/config.ts';

// biome-ignore lint/suspicious/noExplicitAny: any module's database or transaction
type AnyDb = Kysely<any>;
export type SiteName = (db: AnyDb, language: Language) => Promise<string>;
export type SiteLookReader = (db: AnyDb) => Promise<SiteLook>;

/** Returns the name of the site for all that the server and the providers send. */
export const readSiteName: SiteName = findSiteName;

/** Returns the reader of the look of their emails. */
export const createSiteLook =
  ({ publicUrl }: Pick<Config, 'publicUrl'>): SiteLookReader =>
  (db) =>
    findSiteLook(db, publicUrl);
