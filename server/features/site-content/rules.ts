import { inLanguage } from '#contract/content-texts.ts';
import { type Language, languages, pageLanguages, textLanguage } from '#contract/languages.ts';
import {
  type ContentKind,
  GROUP_ID,
  type GroupKind,
  groupKindNames,
  itemKindNames,
  type SiteContent,
  type SiteGroups,
} from '#contract/site-content.ts';
import { defaultSiteName } from '#contract/site-name.ts';
import type { Core } from '#server/core.ts';
import type { Db } from '#server/db/tables.ts';
import { findRow, listPublished } from './repository.ts';

export { findContentPictures, findFormerOwner, forgetEditor } from './repository.ts';

/**
 * Returns what the site shows of its owner's content: each group as published or its default, and the
 * published items in order. It is kept in memory and read again when it has changed, so call it for each use.
 */
export const readSiteContent = ({
  db,
  listVersions,
  siteDefaults,
}: Pick<Core, 'db' | 'listVersions' | 'siteDefaults'>): Promise<SiteContent> =>
  listVersions.keep('content', () => readContent(db, siteDefaults));

/** Returns the kinds of content of which the owner has published something. */
export const listPublishedKinds = (content: SiteContent, defaults: SiteGroups): ContentKind[] => [
  ...groupKindNames.filter((kind) => content[kind] !== defaults[kind]),
  ...itemKindNames.filter((kind) => content[kind].length > 0),
];

/** Returns the languages of pages and emails. DISABLED_FEATURES=languages limits them to English. */
export const shownLanguages = (
  { features }: Pick<Core, 'features'>,
  region: { languages: readonly string[] },
) => pageLanguages(features.includes('languages') ? region.languages : []);

/** Returns the languages of pages and emails. `db` may be a transaction. */
export const findLanguages = async (core: Pick<Core, 'features'>, db: Db) =>
  shownLanguages(core, { languages: await findSiteLanguages(db) });

/** Returns the site's name on pages and in emails in a language. `db` may be a transaction. */
export async function findSiteName(db: Db, language: Language): Promise<string> {
  const row = await findGroupRow(db, 'identity');
  const identity: SiteContent['identity'] = JSON.parse(row?.published ?? '{}');
  return inLanguage(identity, textLanguage(await findSiteLanguages(db), language)).name ?? defaultSiteName;
}

async function findSiteLanguages(db: Db): Promise<readonly string[]> {
  const row = await findGroupRow(db, 'region');
  return row?.published ? (JSON.parse(row.published) as SiteGroups['region']).languages : languages;
}

const findGroupRow = (db: Db, kind: GroupKind) => findRow(db, { kind, id: GROUP_ID });

/** Returns a group as published, or its default. `db` may be a transaction. */
export async function findGroup<Kind extends GroupKind>(
  { siteDefaults }: Pick<Core, 'siteDefaults'>,
  db: Db,
  kind: Kind,
): Promise<SiteGroups[Kind]> {
  const row = await findGroupRow(db, kind);
  return row?.published ? JSON.parse(row.published) : siteDefaults[kind];
}

async function readContent(db: Db, defaults: Core['siteDefaults']): Promise<SiteContent> {
  const rows = Map.groupBy(await listPublished(db), ({ kind }) => kind);
  const groups = groupKindNames.flatMap((kind) =>
    (rows.get(kind) ?? []).map(({ published }) => [kind, JSON.parse(published)]),
  );
  const items = itemKindNames.map((kind) => [
    kind,
    (rows.get(kind) ?? []).map(({ id, published }) => ({ id, ...JSON.parse(published) })),
  ]);
  return { ...defaults, ...Object.fromEntries(groups), ...Object.fromEntries(items) };
}
