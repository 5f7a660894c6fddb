import type * as z from 'zod/mini';
import { groupKinds, type landingSections } from './content-groups.ts';
import { itemKinds } from './content-items.ts';

export type GroupKind = keyof typeof groupKinds;
export type ItemKind = keyof typeof itemKinds;
export type ContentKind = GroupKind | ItemKind;

/** The schemas of each kind of content that an owner or editor enters. */
export const contentKinds = { ...groupKinds, ...itemKinds };

export const isContentKind = (text: string): text is ContentKind => Object.hasOwn(contentKinds, text);
export const isGroupKind = (kind: ContentKind): kind is GroupKind => Object.hasOwn(groupKinds, kind);
export const isItemKind = (kind: ContentKind): kind is ItemKind => Object.hasOwn(itemKinds, kind);
export const itemKindNames = Object.keys(itemKinds) as ItemKind[];
export const groupKindNames = Object.keys(groupKinds) as GroupKind[];

/** The id of each group. */
export const GROUP_ID = 'site';

/** Maximum number of items of a kind. */
export const MAX_ITEMS = 500;
/**
 * Maximum length of all drafts and published content in characters, because each server keeps them in memory,
 * and reads them again after each publication.
 */
export const MAX_CONTENT_LENGTH = 10_000_000;

export type GroupContent<Kind extends GroupKind> = z.output<(typeof groupKinds)[Kind]['content']>;
export type ItemContent<Kind extends ItemKind> = z.output<(typeof itemKinds)[Kind]['content']>;

/** A section of the landing page, and what an owner can replace in it. */
export type LandingSection = (typeof landingSections)[number];
export type LandingField = 'title' | 'detail' | 'picture';

/** The content of each group. */
export type SiteGroups = { [Kind in GroupKind]: GroupContent<Kind> };
/** The published items of each kind, in the owner's order. */
export type SiteItems = { [Kind in ItemKind]: (ItemContent<Kind> & { id: string })[] };

/** Everything that the site shows of its owner's content. */
export type SiteContent = SiteGroups & SiteItems;
