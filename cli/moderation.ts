import type { Feature } from '#contract/features.ts';
import { databaseClock } from '#platform/database/database-clock.ts';
import type { Database } from '#platform/database/open.ts';
import { systemClock as clock } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { createOperatorDecide } from '#server/features/moderation/rules.ts';
import { createPhotoModeration } from '#server/features/photos/moderation.ts';
import {
  approveReportedPhoto,
  listReportedPhotos,
  removeReportedPhoto,
} from '#server/features/photos/operator.ts';
import { createReviewModeration } from '#server/features/reviews/moderation.ts';
import * as reviews from '#server/features/reviews/operator.ts';
import { pictureUrl } from '#server/integrations/images.ts';
import type { DecideAsOperator } from '#server/moderated-kind.ts';
import type { Config } from '../app/config/config.ts';
import { getIdentityAccounts } from '../app/integrations/identity-accounts.ts';
import { type Command, createQueueOnlyOutbox, inDatabase, type RunCommand } from './command.ts';
import { createLoggedCommand } from './logged-command.ts';

export const moderationCommands: Command[] = [
  [
    'photos',
    'lists photos that members have reported',
    inDatabase((database, _, config) =>
      listReportedPhotos({ database, accounts: getIdentityAccounts(config) }, config.publicUrl, clock()),
    ),
  ],
  [
    'photos keep <photo id>',
    'shows the photo again; further reports do not hide it',
    decidingCommand((_, decide, id) => approveReportedPhoto(decide, id)),
  ],
  [
    'photos remove <photo id>',
    'deletes the picture and every photo of it',
    decidingCommand((db, decide, id, { publicUrl }) => removeReportedPhoto(db, { decide, publicUrl }, id)),
  ],
  [
    'reviews',
    'lists reviews waiting for approval',
    inDatabase((db, _, config) => reviews.describeWaitingReviews(db, getIdentityAccounts(config)), 'reviews'),
  ],
  ['reviews published', 'lists published reviews', inDatabase(reviews.describePublishedReviews, 'reviews')],
  ['reviews publish <review id>', 'publishes a review under the name its donor chose', decideOn('publish')],
  ['reviews refuse <review id>', 'refuses a review; only its donor sees it', decideOn('refuse')],
  ['reviews remove <review id>', 'removes a published review', decideOn('remove')],
];

function decideOn(decision: reviews.ReviewDecision): RunCommand {
  return decidingCommand((db, decide, id) => reviews.decideReview(db, decide, { id, decision }), 'reviews');
}

/** Returns a command that decides about photos or reviews. */
function decidingCommand(
  run: (db: Database, decide: DecideAsOperator, id: string, config: Config) => Promise<string>,
  feature?: Feature,
): RunCommand {
  return createLoggedCommand(({ db: database, withStaffLog, config }, id = '') => {
    const db = database.withTables<Tables>();
    const images = { getUrl: (picture: string) => pictureUrl(config.publicUrl, picture) };
    const decide = createOperatorDecide({
      db,
      clock,
      now: databaseClock(db),
      kinds: {
        photo: createPhotoModeration({ outbox: createQueueOnlyOutbox(database), images }, 'delete'),
        review: createReviewModeration({ accounts: getIdentityAccounts(config) }),
      },
      withStaffLog: (_, run) => withStaffLog(run),
    });
    return run(database, decide, id, config);
  }, feature);
}
