import type { Kysely } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { findSiteName } from '#server/features/site-content/rules.ts';

// biome-ignore lint/suspicious/noExplicitAny: any module's database or transaction
export type SiteName = (db: Kysely<any>, language: Language) => Promise<string>;

/** Returns the name of the site for all that the server and the providers send. */
export const readSiteName: SiteName = findSiteName;
