import type { Kysely } from 'kysely';
import type { Job } from '#platform/jobs.ts';
import { type Clock, days, hours, seconds } from '#platform/time.ts';
import { removeEvents } from './events/repository.ts';
import type { Teller } from './events/tell.ts';

import { KEPT } from './http/idempotency.ts';
import { forgetAnswers } from './http/repository.ts';
import { changeDueRefunds } from './refunds/later.ts';
import type { CardTables } from './schema/tables.ts';
import { forgetUnpaid } from './sweep/repository.ts';

/** So long Stripe keeps events. */
const REMEMBERED = days(30);

/** Longer than a year: so far ahead an appointment may be, and its open intent with it. */
export const FORGOTTEN_AFTER = days(400);

/** What the sandbox does of itself: it ends refunds that take their time, and throws away what is old. */
export function cardJobs({
  db,
  clock,
  teller,
}: {
  db: Kysely<CardTables>;
  clock: Clock;
  teller: Teller;
}): Job[] {
  async function sweep(): Promise<void> {
    const now = clock();
    await removeEvents(db, now - REMEMBERED);
    await forgetAnswers(db, now - KEPT);
    await forgetUnpaid(db, now - FORGOTTEN_AFTER);
  }
  return [
    {
      name: 'cards-refunds',
      alone: true,
      everyMs: seconds(1),
      run: () => changeDueRefunds(db, clock(), teller),
    },
    { name: 'cards-sweep', alone: true, everyMs: hours(6), run: sweep },
  ];
}
