import * as contract from '#contract/content-endpoints.ts';
import { inLanguage } from '#contract/content-texts.ts';
import {
  type ContentKind,
  GROUP_ID,
  groupKindNames,
  isContentKind,
  isGroupKind,
  itemKindNames,
} from '#contract/site-content.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { emptyGroup } from './content-rows.ts';
import {
  addItem,
  deleteContent,
  orderItems,
  publishDraft,
  restoreVersion,
  saveDraft,
} from './edit-content.ts';
import { type PreviewOptions, previewDraft } from './preview.ts';
import { type ContentKey, findRow, listRows, listVersions } from './repository.ts';
import { readSiteContent } from './rules.ts';
import { toContent } from './serialize.ts';

/** Adds the endpoints of the site's content, for everyone and for editors. */
export function mountSiteContent(
  { publicEndpoint, staffEndpoint }: Routes,
  core: Core,
  options: PreviewOptions,
): void {
  const { db, clock } = core;

  publicEndpoint(contract.getSite, async ({ query: { language } }) => {
    const content = await readSiteContent(core);
    return language === undefined ? content : inLanguage(content, language);
  });

  staffEndpoint(contract.listContent, async ({ query: { language } }) => {
    const rows = Map.groupBy(await listRows(db), ({ kind }) => kind);
    const { region } = await readSiteContent(core);
    const all = [
      ...groupKindNames.map((kind) => rows.get(kind)?.[0] ?? emptyGroup(kind)),
      ...itemKindNames.flatMap((kind) => rows.get(kind) ?? []),
    ].map((row) => toContent(row, clock(), region.timeZone));
    return language === undefined ? all : inLanguage(all, language);
  });

  staffEndpoint(contract.getContent, async ({ params }) => {
    const key = readKey(params);
    const row = (await findRow(db, key)) ?? (isGroup(key) ? emptyGroup(key.kind) : undefined);
    if (!row) throw new AppError('not-found');
    return toContent(row, clock(), (await readSiteContent(core)).region.timeZone);
  });

  staffEndpoint(contract.addContent, async ({ viewer, params, body }) => ({
    insertedId: await addItem(core, viewer, readWritableKind(params, viewer), body.draft, body.id),
    revision: 1,
  }));

  // Before the routes with an id.
  staffEndpoint(contract.orderContent, async ({ viewer, params, body }) => ({
    ids: await orderItems(core, viewer, readWritableKind(params, viewer), body.ids),
  }));

  staffEndpoint(contract.saveContent, async ({ viewer, params, body: { revision, draft } }) => ({
    revision: await saveDraft(core, viewer, { ...readWritableKey(params, viewer), revision }, draft),
  }));

  staffEndpoint(contract.publishContent, async ({ viewer, params, body: { revision, at } }) => ({
    revision: await publishDraft(
      core,
      viewer,
      { ...readWritableKey(params, viewer), revision },
      at === undefined ? undefined : Date.parse(at),
    ),
  }));

  staffEndpoint(contract.previewContent, async ({ params, body }) => ({
    html: await previewDraft(core, options, readKey(params), body),
  }));

  staffEndpoint(contract.removeContent, async ({ viewer, params, body: { revision } }) => {
    await deleteContent(core, viewer, { ...readWritableKey(params, viewer), revision });
    return undefined;
  });

  staffEndpoint(contract.listContentVersions, async ({ params }) => {
    const key = readKey(params);
    if (!isGroup(key) && !(await findRow(db, key))) throw new AppError('not-found');
    return (await listVersions(db, key)).map(({ version, content, published_at }) => ({
      version,
      publishedAt: new Date(published_at).toISOString(),
      content: JSON.parse(content),
    }));
  });

  staffEndpoint(contract.restoreContent, async ({ viewer, params, body }) => ({
    revision: await restoreVersion(core, viewer, { ...readWritableKey(params, viewer), ...body }),
  }));
}

type Params = Record<string, string>;

/** @throws AppError not-found (404: no such kind) */
function readKind({ kind = '' }: Params): ContentKind {
  if (!isContentKind(kind)) throw new AppError('not-found');
  return kind;
}

const readKey = (params: Params) => ({ kind: readKind(params), id: params.id ?? '' });

/** A group exists even if it was never saved. */
const isGroup = ({ kind, id }: ContentKey): boolean => isGroupKind(kind) && id === GROUP_ID;

/** @throws AppError not-found (404: no such kind), second-factor-needed (409) */
function readWritableKind(params: Params, { hasSecondFactor }: StaffMember): ContentKind {
  const kind = readKind(params);
  if (contract.needsSecondFactor(kind) && !hasSecondFactor) throw new AppError('second-factor-needed');
  return kind;
}

const readWritableKey = (params: Params, viewer: StaffMember) => ({
  kind: readWritableKind(params, viewer),
  id: params.id ?? '',
});
