import * as contract from '#contract/staff-moderation.ts';
import { type ModerationItem, type ModerationReason, moderationReasons } from '#contract/staff-moderation.ts';
import { call, send } from '#web/api/client.ts';

export type ItemKey = Pick<ModerationItem, '_id' | 'kind'>;
type Reason = { reason?: ModerationReason; note?: string };

/** Sends a decision: whether the item is to be shown, and the reason if not. */
export const decideItem = ({ _id: id, kind }: ItemKey, isApproved: boolean, reason: Reason = {}) =>
  kind === 'photo'
    ? call(contract.decidePhoto, {
        params: { id },
        body: { decision: isApproved ? 'keep' : 'remove', ...reason },
      })
    : call(contract.decideReview, {
        params: { id },
        body: { decision: isApproved ? 'publish' : 'refuse', ...reason },
      });

export const undoDecision = ({ _id: id, kind }: ItemKey) =>
  call(kind === 'photo' ? contract.undoPhotoDecision : contract.undoReviewDecision, { params: { id } });

/** Permanently deletes a photo and its picture. */
export const deletePhotoNow = ({ _id: id }: ItemKey) => call(contract.deletePhotoNow, { params: { id } });

export const claimItem = ({ _id: id, kind }: ItemKey, signal: AbortSignal) =>
  call(kind === 'photo' ? contract.claimPhoto : contract.claimReview, { params: { id }, signal });

/** Releases a claim, even while the page is being closed. If the request fails, the claim expires. */
export function releaseItem({ _id: id, kind }: ItemKey): void {
  const { method, path } = kind === 'photo' ? contract.releasePhoto : contract.releaseReview;
  const url = `/api${path.replace(':id', encodeURIComponent(id))}`;
  void send(url, { method, keepalive: true }).catch(() => {});
}

/** Returns the reason with this key, `1` to `6`. */
export const findReasonByKey = (key: string): ModerationReason | undefined =>
  moderationReasons[Number(key) - 1];
