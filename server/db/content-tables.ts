import type { ContentKind } from '#contract/site-content.ts';
import { columnsOf } from '#platform/database/rows.ts';

/** A group or an item of the owner's content. A group has the id `site`, and no row before it is saved. */
export type ContentRow = {
  kind: ContentKind;
  id: string;
  /** Determines the order of the items of a kind. */
  position: number;
  /** Raised with each change. */
  revision: number;
  /** The content as last saved, as JSON. Null for a group at its default. */
  draft: string | null;
  /** What the site shows, as JSON. */
  published: string | null;
  /** When the draft will be published. */
  publish_at: number | null;
  updated_at: number;
  /** The account that changed it last. Null after the account was deleted. */
  updated_by: string | null;
};

export const contentColumns = columnsOf<ContentRow>({
  kind: true,
  id: true,
  position: true,
  revision: true,
  draft: true,
  published: true,
  publish_at: true,
  updated_at: true,
  updated_by: true,
});

/**
 * The slugs of an item's draft and of what is published, so that no other item of the kind can have them, and
 * those that it was published with before: `is_former` is 1 until another item takes one.
 */
export type ContentSlugRow = { kind: ContentKind; slug: string; id: string; is_former: number };

/** One of the last publications. `version` is the revision that it made. */
export type ContentVersionRow = {
  kind: ContentKind;
  id: string;
  version: number;
  content: string;
  published_at: number;
};
