import type { Language } from '#contract/languages.ts';
import type { Core } from '#server/core.ts';
import type { Db } from '#server/db/tables.ts';

/** The language of a message's reader, and the site's name in it. */
export type Reader = { language: Language; site: string };

/** `db` is the transaction, if there is one. */
export const toReader = async (
  { siteName }: Pick<Core, 'siteName'>,
  db: Db,
  language: Language,
): Promise<Reader> => ({ language, site: await siteName(db, language) });
