import type { Language } from '#contract/languages.ts';
import type { EmailReader } from '#platform/email-layout.ts';
import type { Core } from '#server/core.ts';
import type { Db } from '#server/db/tables.ts';

/** The language of a message's reader, the site's name in it, and the look of emails. */
export type Reader = EmailReader & { language: Language };

/** `db` is the transaction, if there is one. */
export const toReader = async (
  { siteName, siteLook }: Pick<Core, 'siteName' | 'siteLook'>,
  db: Db,
  language: Language,
): Promise<Reader> => ({ language, site: await siteName(db, language), look: await siteLook(db) });
