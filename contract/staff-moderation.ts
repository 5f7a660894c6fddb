import * as z from 'zod/mini';
import { endpoint, staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { Photo } from './photos.ts';
import { isSingleLine, isVisible, multipleLinesMessage } from './single-line.ts';

export const moderationKinds = ['photo', 'review'] as const;
export type ModerationKind = (typeof moderationKinds)[number];

/**
 * `keep` and `remove` are for photos, `publish` and `refuse` for reviews. `remove` is also for published
 * reviews.
 */
export const moderationDecisions = ['keep', 'remove', 'publish', 'refuse'] as const;
export type ModerationDecision = (typeof moderationDecisions)[number];

export const moderationReasons = [
  'personal-data',
  'no-consent',
  'offensive',
  'advertising',
  'off-topic',
  'health-claim',
] as const;
export type ModerationReason = (typeof moderationReasons)[number];

/** How long a decision can be undone. After this time, the author of the photo or review is notified. */
export const UNDO_WINDOW_MS = 10_000;
/** A claim that is not renewed expires after this time. */
export const CLAIM_TTL_MS = 90_000;
/** How long authors see a decision and may object to it. */
export const OBJECTION_DAYS = 30;
/** Maximum number of items in a response. */
export const MODERATION_PAGE_SIZE = 100;
export const MAX_NOTE_LENGTH = 200;
export const MAX_OBJECTION_LENGTH = 500;

const Decided = z.object({
  decision: z.enum(moderationDecisions),
  reason: z.optional(z.enum(moderationReasons)),
  /** The moderator's own text. */
  note: z.optional(z.string()),
  decidedAt: z.iso.datetime(),
});

export const ModerationItem = z.object({
  _id: z.string(),
  kind: z.enum(moderationKinds),
  /**
   * Why a decision is needed. `reported` and `hidden`: members reported the photo, which is still shown or no
   * longer shown. `waiting`: the review was submitted. `objection`: the author objected to the last decision.
   */
  state: z.enum(['reported', 'hidden', 'waiting', 'objection']),
  since: z.iso.datetime(),
  photo: z.optional(z.extend(Photo, { reports: z.int() })),
  /** Text and name as they would be published. */
  review: z.optional(z.object({ text: z.string(), name: z.string() })),
  objection: z.optional(z.extend(Decided, { text: z.string() })),
  /** True if another moderator has the item open. */
  isClaimed: z.boolean(),
});
export type ModerationItem = z.infer<typeof ModerationItem>;

/** Responses contain no donor's data, so no second factor is needed (docs/decisions/0084-staff-access.md). */
const moderators = { roles: ['owner', 'moderator'], secondFactor: false } as const;

export const listModeration = staffEndpoint(moderators, {
  method: 'GET',
  path: '/staff/moderation',
  summary:
    'Lists objections, reported photos and waiting reviews, at most a hundred. Moderators do not see their own.',
  response: z.array(ModerationItem),
});

const note = z.optional(
  z.string().check(z.trim(), maxLengthCheck(MAX_NOTE_LENGTH), z.refine(isSingleLine, multipleLinesMessage)),
);

const isReason = (text: string | undefined): text is ModerationReason =>
  moderationReasons.some((reason) => reason === text);

/** Returns the listed reason, or the moderator's own text as the note. */
const readReason = (reason: string | undefined, text: string | undefined) =>
  isReason(reason) ? { reason, note: text } : { note: text || reason };

const PhotoDecision = z.pipe(
  z.object({ decision: z.enum(['keep', 'remove']), reason: note, note }),
  z.transform(({ decision, reason, note }) => ({ decision, ...readReason(reason, note) })),
);

const ReviewDecision = z.pipe(
  z.object({
    decision: z.enum(['publish', 'refuse', 'remove']),
    reason: note,
    note,
    /**
     * Replaces an earlier decision. If absent, the request fails if the item no longer waits for a decision.
     */
    again: z.optional(z.boolean()),
  }),
  z.transform(({ decision, reason, note, again }) => ({ decision, again, ...readReason(reason, note) })),
);

const DecisionResult = z.object({
  acknowledged: z.boolean(),
  /** 0 if the caller had already made the same decision. */
  modifiedCount: z.int(),
  /** How long the decision can still be undone, in ms. */
  undoMs: z.int(),
});
const Claim = z.object({ claimedUntil: z.iso.datetime() });

const decideSummary =
  'Decides about an item. 409 while another moderator has it open (`item-claimed`) or when it is already decided (`already-decided`).';
const undoSummary = "Undoes the caller's decision within ten seconds. 409 afterwards.";
const claimSummary = 'Claims an item for the caller, or renews the claim. 409 as for a decision.';
const releaseSummary = "Releases the caller's claim.";

export const decidePhoto = staffEndpoint(moderators, {
  method: 'PUT',
  path: '/staff/moderation/photo/:id',
  summary: decideSummary,
  body: PhotoDecision,
  response: DecisionResult,
  errorStatuses: [409, 422],
});

export const decideReview = staffEndpoint(moderators, {
  method: 'PUT',
  path: '/staff/moderation/review/:id',
  summary: `${decideSummary} With \`again\`, decides about a published or refused review.`,
  body: ReviewDecision,
  response: DecisionResult,
  errorStatuses: [409, 422],
});

export const deletePhotoNow = staffEndpoint(
  { roles: ['owner'], secondFactor: true },
  {
    method: 'POST',
    path: '/staff/moderation/photo/:id/deletion',
    summary:
      'Deletes a picture that must not stay and every photo of it, immediately. This cannot be undone.',
    errorStatuses: [409],
  },
);

/** States of reviews after a decision. */
export const decidedStates = ['published', 'refused'] as const;

export const DecidedReview = z.object({
  _id: z.string(),
  text: z.string(),
  name: z.string(),
  decidedAt: z.iso.datetime(),
});
export type DecidedReview = z.infer<typeof DecidedReview>;

export const listDecidedReviews = staffEndpoint(moderators, {
  method: 'GET',
  path: '/staff/moderation/reviews',
  summary:
    'Lists published or refused reviews, latest decision first, at most a hundred. Moderators do not see their own.',
  query: z.object({ state: z.enum(decidedStates) }),
  response: z.array(DecidedReview),
  errorStatuses: [422],
});

export const undoPhotoDecision = staffEndpoint(moderators, {
  method: 'DELETE',
  path: '/staff/moderation/photo/:id',
  summary: undoSummary,
});

export const undoReviewDecision = staffEndpoint(moderators, {
  method: 'DELETE',
  path: '/staff/moderation/review/:id',
  summary: undoSummary,
});

export const claimPhoto = staffEndpoint(moderators, {
  method: 'PUT',
  path: '/staff/moderation/photo/:id/claim',
  summary: claimSummary,
  response: Claim,
});

export const claimReview = staffEndpoint(moderators, {
  method: 'PUT',
  path: '/staff/moderation/review/:id/claim',
  summary: claimSummary,
  response: Claim,
});

export const releasePhoto = staffEndpoint(moderators, {
  method: 'DELETE',
  path: '/staff/moderation/photo/:id/claim',
  summary: releaseSummary,
});

export const releaseReview = staffEndpoint(moderators, {
  method: 'DELETE',
  path: '/staff/moderation/review/:id/claim',
  summary: releaseSummary,
});

/** A moderator's decision about a photo or review of the caller. */
export const OwnItemDecision = z.extend(Decided, {
  _id: z.string(),
  kind: z.enum(moderationKinds),
  /** Id of the photo or review. */
  itemId: z.string(),
  /** Title of the photo or text of the review. */
  title: z.string(),
  canObject: z.boolean(),
  objection: z.optional(z.string()),
});
export type OwnItemDecision = z.infer<typeof OwnItemDecision>;

export const listOwnItemDecisions = endpoint({
  method: 'GET',
  path: '/user/decisions',
  access: 'member',
  feature: 'staff',
  summary: "Lists decisions of the last 30 days about the caller's photos and reviews, latest first.",
  response: z.array(OwnItemDecision),
});

export const objectToDecision = endpoint({
  method: 'PUT',
  path: '/user/decisions/:id/objection',
  access: 'member',
  feature: 'staff',
  summary:
    'Objects to a decision, once. A moderator then reviews the item again. 409 if that is not possible.',
  body: z.object({
    text: z
      .string()
      .check(
        z.trim(),
        minLengthCheck(1, 'Say why you disagree'),
        maxLengthCheck(MAX_OBJECTION_LENGTH),
        z.refine(isVisible, 'Say why you disagree'),
      ),
  }),
  errorStatuses: [404, 409, 422],
});
