import { type DatabaseClock, databaseClock } from '#platform/database/database-clock.ts';
import type { Database } from '#platform/database/open.ts';
import { createOutbox, type Outbox } from '#platform/jobs/outbox.ts';
import { type Clock, systemClock } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { createPhotoModeration } from '#server/features/photos/moderation.ts';
import { createReviewModeration } from '#server/features/reviews/moderation.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import { pictureUrl } from '#server/integrations/images.ts';
import type { DecideAsOperator } from '#server/moderated-kind.ts';
import { createOperatorDecide } from '../rules.ts';

type Options = { clock?: Clock; outbox?: Outbox; now?: DatabaseClock };

/** Returns a function that decides as the command line does. */
export function decideAsOperator(
  database: Database,
  { clock = systemClock, outbox = createOutbox({ db: database, clock }), now }: Options = {},
): DecideAsOperator {
  const db = database.withTables<Tables>();
  const images = { getUrl: (id: string) => pictureUrl('https://site.example', id) };
  const logging = { db, clock, logKey: new Uint8Array(32).fill(7) };
  return createOperatorDecide({
    db,
    clock,
    now: now ?? databaseClock(db),
    kinds: {
      photo: createPhotoModeration({ outbox, images }, 'delete'),
      review: createReviewModeration({ accounts: undefined }),
    },
    withStaffLog: (_, run) => withOperatorLog(logging, run),
  });
}
