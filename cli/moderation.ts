import { systemClock as clock } from '#platform/time.ts';
import {
  approveReportedPhoto,
  listReportedPhotos,
  removeReportedPhoto,
} from '#server/features/photos/administration.ts';
import * as reviews from '#server/features/reviews/administration.ts';
import { type Command, inDatabase, outboxOf, type RunCommand } from './command.ts';

export const moderationCommands: Command[] = [
  [
    'photos',
    'lists photos that members have reported',
    inDatabase((db, _, { publicUrl }) => listReportedPhotos(db, publicUrl, clock())),
  ],
  [
    'photos keep <photo id>',
    'shows the photo again; further reports do not hide it',
    inDatabase((db, id) => approveReportedPhoto(db, id, clock())),
  ],
  [
    'photos remove <photo id>',
    'deletes the picture and every photo of it',
    inDatabase((db, id, { publicUrl }) =>
      removeReportedPhoto(db, { outbox: outboxOf(db), publicUrl, now: clock() }, id),
    ),
  ],
  ['reviews', 'lists reviews waiting for approval', inDatabase(reviews.describeWaiting, 'reviews')],
  ['reviews published', 'lists published reviews', inDatabase(reviews.describePublished, 'reviews')],
  ['reviews publish <review id>', 'publishes a review under the name its donor chose', decide('publish')],
  ['reviews refuse <review id>', 'refuses a review; only its donor sees it', decide('refuse')],
  ['reviews remove <review id>', 'removes a published review', decide('remove')],
];

function decide(decision: reviews.ReviewDecision): RunCommand {
  return inDatabase((db, id) => reviews.decideReview(db, { id, decision, now: clock() }), 'reviews');
}
