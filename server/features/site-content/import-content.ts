import { isGroupKind, itemKindNames, MAX_ITEMS } from '#contract/site-content.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { ContentRow } from '#server/db/content-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import type { Images } from '#server/integrations/images.ts';
import { type ContentFile, type FiledContent, fromFiles } from './content-files.ts';
import { changeRow, checkLength, emptyRow, setOrder, setPublished, takeSlugs } from './content-rows.ts';
import { checkPictures, findLogoProblem } from './pictures.ts';
import { insertRowIfMissing, lockPlaces, lockRow } from './repository.ts';
import { parseContent, parseDraft } from './validate.ts';

type ImportCore = Pick<Core, 'db' | 'clock' | 'logKey' | 'publicUrl'> & {
  contentImages: Pick<Images, 'describe'>;
};

/** What was imported. `problems`: why nothing was, one line each. */
export type ImportedContent = { changed: number; unchanged: number; problems: string[] };

/**
 * Imports exported files: publishes what they contain as published, and saves the drafts. Content that no file
 * contains stays. A problem in any file changes nothing.
 */
export async function importContent(
  core: ImportCore,
  withStaffLog: WithStaffLog,
  files: readonly ContentFile[],
): Promise<ImportedContent> {
  const { contents, problems } = fromFiles(files);
  const parsed = contents.map((content) => parseFiled(core, content, problems));
  if (problems.length === 0) problems.push(...(await findLogoProblems(core, parsed)));
  const nothing = { changed: 0, unchanged: 0, problems };
  if (problems.length > 0) return nothing;
  try {
    const changes = await withStaffLog(async (trx, log) => {
      const isChanged: boolean[] = [];
      for (const content of parsed) {
        const change = await writeContent(core, trx, content);
        if (change === 'published') await log({ action: `publish ${content.kind}`, people: [] });
        isChanged.push(change !== 'none');
      }
      await orderImported(trx, contents);
      await checkLength(trx);
      return isChanged;
    });
    const changed = changes.filter(Boolean).length;
    return { changed, unchanged: changes.length - changed, problems };
  } catch (error) {
    if (!(error instanceof ImportProblemError)) throw error;
    return { ...nothing, problems: [error.message] };
  }
}

/** Ends the transaction of an import. */
class ImportProblemError extends Error {}

const nameOf = ({ kind, id }: Pick<FiledContent, 'kind' | 'id'>) =>
  isGroupKind(kind) ? kind : `${kind} ${id}`;

/** Validates content, and adds what prevents the import to `problems`. */
function parseFiled({ publicUrl }: ImportCore, content: FiledContent, problems: string[]): FiledContent {
  const { kind } = content;
  try {
    const { published, draft, ...item } = content;
    const valid: FiledContent = { ...item };
    if (published !== undefined) valid.published = parseContent(kind, published);
    if (draft !== undefined) valid.draft = parseDraft(kind, draft);
    checkPictures(valid.published, publicUrl);
    return valid;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? { '': error.message });
    problems.push(...fields.map(([field, message]) => `${nameOf(content)}: ${field}: ${message}`));
    return content;
  }
}

async function findLogoProblems({ contentImages }: ImportCore, contents: readonly FiledContent[]) {
  const identity = contents.find(({ kind }) => kind === 'identity');
  const { logo } = (identity?.published ?? {}) as { logo?: string };
  const problem = logo && (await findLogoProblem(contentImages, logo));
  return problem ? [`identity: logo: ${problem}`] : [];
}

/** Writes a group or an item, unless the site has the same. */
async function writeContent(
  core: ImportCore,
  trx: Trx,
  { kind, id, position, ...states }: FiledContent,
): Promise<'none' | 'draft' | 'published'> {
  await insertRowIfMissing(trx, { ...emptyRow, kind, id, position });
  const row = await lockRow(trx, { kind, id });
  if (!row) throw new AppError('not-found');
  const published = toJson(states.published) ?? row.published;
  const draft = toJson(states.draft) ?? toJson(states.published) ?? row.draft;
  if (published === row.published && draft === row.draft) return 'none';
  const changes: Partial<ContentRow> = {
    draft,
    publish_at: null,
    updated_at: core.clock(),
    updated_by: null,
  };
  try {
    if (published === row.published) {
      await takeSlugs(trx, row, JSON.parse(draft ?? 'null'), { published });
      await changeRow(trx, row, changes);
      return 'draft';
    }
    await setPublished(core, trx, row, JSON.parse(published ?? 'null'), changes);
    await takeSlugs(trx, row, JSON.parse(draft ?? 'null'), { published });
    return 'published';
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid-fields')) throw error;
    throw new ImportProblemError(`${nameOf({ kind, id })}: ${Object.values(error.fields ?? {}).join(', ')}`);
  }
}

const toJson = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Gives the imported items of each kind the order of the files. Others follow. */
async function orderImported(trx: Trx, contents: readonly FiledContent[]): Promise<void> {
  const byKind = Map.groupBy(
    contents.toSorted((one, other) => one.position - other.position),
    ({ kind }) => kind,
  );
  for (const kind of itemKindNames.filter((name) => byKind.has(name))) {
    await setOrder(trx, kind, byKind.get(kind)?.map(({ id }) => id) ?? []);
    if ((await lockPlaces(trx, kind)).length > MAX_ITEMS)
      throw new ImportProblemError(`${kind}: a site has at most ${MAX_ITEMS} of these`);
  }
}
