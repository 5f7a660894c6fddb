import type { Measures } from '#platform/measures.ts';
import type { Db } from '#server/schema/tables.ts';
import { countUndecided } from './money-repository.ts';
import { findHold } from './site.ts';

/** What waits for the operator. All servers on one database report the same numbers. */
export function measurePayments(measures: Measures, db: Db): void {
  measures.gauge(
    'payments_undecided',
    'Payments that wait for a decision or for their refund, by kind.',
    async () => Object.entries(await countUndecided(db)).map(([kind, count]) => [{ kind }, count]),
  );
  measures.gauge('payments_refunds_held', '1 while automatic refunds are held.', async () =>
    (await findHold(db)) ? 1 : 0,
  );
}
