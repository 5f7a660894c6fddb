import type { ModerationDecision, ModerationKind, ModerationReason } from '#contract/staff-moderation.ts';

/** Reserves a photo, review or request for blood for one person of the staff. `expires_at` is on the database's clock. */
export type ModerationClaimRow = {
  kind: ModerationKind | 'request';
  item_id: string;
  user_id: string;
  expires_at: number;
};

/**
 * One decision about a photo or review. Deleted when it is undone, with the author's account, and after 30
 * days.
 */
export type ModerationDecisionRow = {
  id: string;
  kind: ModerationKind;
  item_id: string;
  /** The author. */
  user_id: string;
  /** Title of the photo or text of the review, for the email. */
  title: string;
  decision: ModerationDecision;
  reason: ModerationReason | null;
  note: string | null;
  /** The moderator. Null for the command line and deleted accounts. */
  decided_by: string | null;
  decided_at: number;
  /**
   * Id of the first decision made together with this one, about photos of one picture. The first has its own
   * id.
   */
  decided_with: string;
  /** The item's previous state, restored on undo, as JSON. */
  previous: string;
  /** 1: no objection is possible. */
  is_final: number;
  /** 1 if the author is notified. A decision that changes nothing notifies no one. */
  notifies: number;
  /** When the author was notified, after the time to undo had passed. */
  notified_at: number | null;
  objection: string | null;
  objected_at: number | null;
  /** When a later decision replaced this one. The later decision also settles the objection. */
  replaced_at: number | null;
};
