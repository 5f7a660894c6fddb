import { databaseClock } from '#platform/database/database-clock.ts';
import type { Database } from '#platform/database/open.ts';
import { systemClock as clock } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { createOperatorDecide, type DecideAsOperator } from '#server/features/moderation/rules.ts';
import {
  approveReportedPhoto,
  listReportedPhotos,
  removeReportedPhoto,
} from '#server/features/photos/administration.ts';
import { createPhotoModeration } from '#server/features/photos/moderation.ts';
import * as reviews from '#server/features/reviews/administration.ts';
import { reviewModeration } from '#server/features/reviews/moderation.ts';
import { changeAsOperator } from '#server/features/staff/operator-log.ts';
import { pictureUrl } from '#server/integrations/images.ts';
import type { Config } from '../app/config/config.ts';
import { type Command, inDatabase, outboxOf, type RunCommand } from './command.ts';
import { openLogKey } from './log-key.ts';

export const moderationCommands: Command[] = [
  [
    'photos',
    'lists photos that members have reported',
    inDatabase((db, _, { publicUrl }) => listReportedPhotos(db, publicUrl, clock())),
  ],
  [
    'photos keep <photo id>',
    'shows the photo again; further reports do not hide it',
    inDatabase((db, id, config) => asOperator(db, config, (decide) => approveReportedPhoto(decide, id))),
  ],
  [
    'photos remove <photo id>',
    'deletes the picture and every photo of it',
    inDatabase((db, id, config) =>
      asOperator(db, config, (decide) =>
        removeReportedPhoto(db, { decide, publicUrl: config.publicUrl }, id),
      ),
    ),
  ],
  ['reviews', 'lists reviews waiting for approval', inDatabase(reviews.describeWaiting, 'reviews')],
  ['reviews published', 'lists published reviews', inDatabase(reviews.describePublished, 'reviews')],
  ['reviews publish <review id>', 'publishes a review under the name its donor chose', decideOn('publish')],
  ['reviews refuse <review id>', 'refuses a review; only its donor sees it', decideOn('refuse')],
  ['reviews remove <review id>', 'removes a published review', decideOn('remove')],
];

function decideOn(decision: reviews.ReviewDecision): RunCommand {
  return inDatabase(
    (db, id, config) =>
      asOperator(db, config, (decide) => reviews.decideReview(db, decide, { id, decision })),
    'reviews',
  );
}

/** Runs a command whose decisions are rows of the staff log, and prints the head of the log after its own text. */
async function asOperator(
  database: Database,
  config: Config,
  run: (decide: DecideAsOperator) => Promise<string>,
): Promise<string> {
  const db = database.withTables<Tables>();
  const heads: string[] = [];
  const logging = {
    clock,
    logKey: await openLogKey(database, config),
    onHead: (head: string) => void heads.push(`Head of the log, for log verify: ${head}`),
  };
  const images = { getUrl: (id: string) => pictureUrl(config.publicUrl, id) };
  const text = await run(
    createOperatorDecide({
      ...{ db, clock, now: databaseClock(db) },
      kinds: {
        photo: createPhotoModeration({ outbox: outboxOf(database), images, removal: 'delete' }),
        review: reviewModeration,
      },
      change: (_, change) => changeAsOperator(database, logging, change),
    }),
  );
  return [text, ...heads].join('\n');
}
