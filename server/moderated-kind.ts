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
  /** Nothing is left to object about. */
  isFinal?: boolean;
};

/** One kind of what moderators decide about; each is implemented by the feature that it belongs to. */
export type ModeratedKind = {
  /** Items that wait for a decision, without those of `except`; at most `limit`. */
  list(db: Db, options: { limit: number; except: string | undefined }): Promise<QueueItem[]>;
  /** An item that waits or had a decision, for the objections. */
  find(db: Db, id: string): Promise<(QueueItem & { userId: string; isWaiting: boolean }) | undefined>;
  /** @returns nothing if the item is gone, or not in a state that allows the decision */
  apply(
    trx: Trx,
    change: { id: string; decision: ModerationDecision; hasObjection: boolean; now: number },
  ): Promise<ChangedItem[]>;
  /** @returns false if the item is gone */
  restore(trx: Trx, change: { id: string; previous: object; now: number }): Promise<boolean>;
  /** Deletes what was removed, after an objection is not possible any more. */
  finish(trx: Trx, id: string): Promise<void>;
};
export type QueueItem = Omit<ModerationItem, 'isClaimed' | 'objection'>;

/**
 * Decides for the command line, which may decide again. @throws SetupError while a moderator has the item
 * open
 */
export type DecideAsOperator = (item: ItemKey & { decision: ModerationDecision }) => Promise<ChangedItem[]>;
