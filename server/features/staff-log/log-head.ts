import { languageBase } from '#contract/languages.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { days, hours } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import { toReader } from '#server/email/reader.ts';
import { findRecipient } from '#server/features/users/rules.ts';
import { renderLogHead } from './email.ts';
import { formatHead } from './log-chain.ts';
import { findNewestRow, listOwners, readHeadEmailedAt, writeHeadEmailedAt } from './log-repository.ts';

type HeadCore = Pick<
  Core,
  'db' | 'clock' | 'outbox' | 'publicUrl' | 'siteName' | 'siteLook' | 'log' | 'accounts' | 'languages'
>;

/** A week, less the time by which a daily job may run early. */
const EMAIL_INTERVAL_MS = days(7) - hours(1);

/**
 * Publishes the newest head of the staff log in the site's own log, and once a week in an email to the
 * owners. Without a head outside the database, removing the last rows would go unnoticed.
 */
export async function publishHead(core: HeadCore): Promise<void> {
  const { db, clock, outbox, publicUrl, log } = core;
  const newest = await findNewestRow(db);
  if (!newest) return;
  const head = formatHead(newest);
  // Log the head at any LOG_LEVEL, because only a head outside the database shows that the last rows were
  // removed.
  log.child({}, { level: 'info' }).info({ head }, 'head of the staff log');
  const now = clock();
  await inTransaction(db, async (trx) => {
    if (now - (await readHeadEmailedAt(trx)) < EMAIL_INTERVAL_MS) return;
    await writeHeadEmailedAt(trx, now);
    for (const userId of await listOwners(trx)) {
      const owner = await findRecipient({ ...core, db: trx }, userId);
      if (!owner?.isConfirmed) continue;
      const { email, language } = owner;
      const link = `${publicUrl}${languageBase[language]}/staff/log`;
      const content = renderLogHead(await toReader(core, trx, language), { head, link });
      await outbox.add(trx, 'email', { ...content, to: email, goodUntil: now + days(7) });
    }
  });
}
