import type { ModerationDecision, ModerationItem, ModerationKind } from '#contract/staff-moderation.ts';
import type { Db, Trx } from './db/tables.ts';

export type ItemKey = { kind: ModerationKind; id: string };

/** An item that a decision changed, with what `restore` needs to change it back. */
export type ChangedItem = {
  id: string;
  userId: string;
  /** Title of a photo or text of a review. */
  title: string;
  previous: object;
  /** Whether the author is notified. */
  notifies: boolean;
  /** Set if the decision cannot be objected to. */
  isFinal?: boolean;
};

/** A kind of content that moderators decide about, implemented by its feature. */
export type ModeratedKind = {
  /** Returns at most `limit` items that wait for a decision. Excludes those of the member `except`. */
  list(db: Db, options: { limit: number; except: string | undefined }): Promise<QueueItem[]>;
  /** Returns the item, waiting for a decision or not. Undefined if it is gone or cannot be decided yet. */
  find(db: Db, id: string): Promise<(QueueItem & { userId: string; isWaiting: boolean }) | undefined>;
  /** @returns no items if the item is gone, or its state does not allow the decision */
  apply(
    trx: Trx,
    change: { id: string; decision: ModerationDecision; hasObjection: boolean; now: number },
  ): Promise<ChangedItem[]>;
  /** @returns false if the item is gone */
  restore(trx: Trx, change: { id: string; previous: object; now: number }): Promise<boolean>;
  /** Deletes a removed item once its author can no longer object. */
  finish(trx: Trx, id: string): Promise<void>;
};
export type QueueItem = Omit<ModerationItem, 'isClaimed' | 'objection'>;

/**
 * Decides for the command line, which may change earlier decisions.
 * @throws SetupError while a moderator has the item open
 */
export type DecideAsOperator = (item: ItemKey & { decision: ModerationDecision }) => Promise<ChangedItem[]>;
