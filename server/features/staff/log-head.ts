import { languageBase } from '#contract/languages.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import { findRecipient, type RecipientDeps } from '#server/features/users/rules.ts';
import { renderLogHead } from './email.ts';
import { formatHead } from './log-chain.ts';
import { findNewestRow, readEmailedAt, writeEmailedAt } from './log-repository.ts';
import { listAllRoles } from './roles-repository.ts';

export type HeadDeps = RecipientDeps & {
  clock: Clock;
  outbox: Outbox;
  publicUrl: string;
  /** Writes a head to the site's own log. */
  onLogHead: (head: string) => void;
};

/** An email is due after a week, less the time by which a daily job may run early. */
const EMAIL_INTERVAL_MS = days(7) - hours(1);

/**
 * Publishes the newest head of the staff log outside the database, so that a removed end is noticed: in the site's own log, and
 * once a week in an email to the owners.
 */
export async function publishHead(deps: HeadDeps): Promise<void> {
  const { db, clock, outbox, publicUrl, onLogHead } = deps;
  const newest = await findNewestRow(db);
  if (!newest) return;
  const head = formatHead(newest);
  onLogHead(head);
  const now = clock();
  await inTransaction(db, async (trx) => {
    if (now - (await readEmailedAt(trx)) < EMAIL_INTERVAL_MS) return;
    await writeEmailedAt(trx, now);
    for (const { user_id, role } of await listAllRoles(trx)) {
      const owner = role === 'owner' ? await findRecipient({ ...deps, db: trx }, user_id) : undefined;
      if (!owner?.isConfirmed) continue;
      const { email, language } = owner;
      const link = `${publicUrl}${languageBase[language]}/staff/log`;
      const content = renderLogHead(language, { head, link });
      await outbox.add(trx, 'mail', { ...content, to: email, goodUntil: now + days(7) });
    }
  });
}
