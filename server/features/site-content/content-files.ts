import { type ContentKind, GROUP_ID, isContentKind, isGroupKind } from '#contract/site-content.ts';
import type { ContentRow } from '#server/db/content-tables.ts';

/** A file of an exported site: its path below the folder, with slashes, and its text. */
export type ContentFile = { path: string; text: string };

/** A group or an item as files contain it. Without `published` or `draft`, the site keeps its own. */
export type FiledContent = {
  kind: ContentKind;
  id: string;
  position: number;
  published?: unknown;
  draft?: unknown;
};

type Fields = Record<string, unknown>;

/**
 * Converts the owner's content to files: `identity.json` for a group, `post/blood-bus.json` for an item, with
 * `post/blood-bus.en.md` for each language of its body. `.draft.json` contains a draft that differs from what
 * is published.
 */
export const toFiles = (rows: readonly ContentRow[]): ContentFile[] =>
  rows.flatMap((row) => {
    const { published, draft } = row;
    const path = pathOf(row);
    return [
      ...(published === null ? [] : filesOf(row, path, published)),
      ...(draft === null || draft === published ? [] : filesOf(row, `${path}.draft`, draft)),
    ];
  });

function filesOf({ kind, id, position }: ContentRow, path: string, json: string): ContentFile[] {
  const content: unknown = JSON.parse(json);
  if (isGroupKind(kind)) return [{ path: `${path}.json`, text: toText(content) }];
  const { body = {}, ...fields } = content as Fields & { body?: Record<string, string> };
  const bodies = Object.entries(body).map(([language, text]) => ({
    path: `${path}.${language}.md`,
    text: `${text}\n`,
  }));
  return [{ path: `${path}.json`, text: toText({ id, position, ...fields }) }, ...bodies];
}

const toText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** An item's slug or the beginning of its name tells people which one it is. */
function pathOf({ kind, id, published, draft }: ContentRow): string {
  if (isGroupKind(kind)) return kind;
  const { slug, name, title }: Fields = JSON.parse(published ?? draft ?? '{}');
  if (typeof slug === 'string' && slug) return `${kind}/${slug}`;
  const [text = ''] = Object.values((name ?? title ?? {}) as Record<string, string>);
  const words =
    text
      .slice(0, 40)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `${kind}/${[...words, id].join('-')}`;
}

/** Reads exported files. `problems` says which are no content of a site, and why. */
export function fromFiles(files: readonly ContentFile[]): { contents: FiledContent[]; problems: string[] } {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const contents = new Map<string, FiledContent>();
  const problems: string[] = [];
  for (const { path, text } of files.filter((file) => file.path.endsWith('.json'))) {
    const isDraft = path.endsWith('.draft.json');
    const [kind = ''] = path.replace(/\.(draft\.)?json$/, '').split('/');
    const content = parseJson(text);
    if (!isContentKind(kind)) problems.push(`${path}: a site has no content of this name`);
    else if (content === undefined) problems.push(`${path}: this is not JSON`);
    else if (isGroupKind(kind)) add(path, isDraft, { kind, id: GROUP_ID, position: 0 }, content);
    else addItem(path, isDraft, kind, content as Fields | null);
  }
  return { contents: [...contents.values()], problems };

  function addItem(path: string, isDraft: boolean, kind: ContentKind, content: Fields | null): void {
    const { id, position, ...fields } = content ?? {};
    if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id) || !Number.isSafeInteger(position))
      problems.push(`${path}: its "id" or "position" is missing`);
    else {
      const body = bodyOf(path);
      const whole = Object.keys(body).length > 0 ? { ...fields, body } : fields;
      add(path, isDraft, { kind, id, position: position as number }, whole);
    }
  }

  function add(path: string, isDraft: boolean, item: FiledContent, content: unknown): void {
    const key = `${item.kind}/${item.id}`;
    const state = isDraft ? 'draft' : 'published';
    const known = contents.get(key) ?? item;
    if (state in known) problems.push(`${path}: another file has the same "id"`);
    contents.set(key, { ...known, [state]: content });
  }

  /** The body of an item by language, from the Markdown files beside it. */
  function bodyOf(path: string): Record<string, string> {
    const stem = path.slice(0, -'json'.length);
    const bodies = [...texts].flatMap(([other, text]) => {
      const language = other.slice(stem.length, -'.md'.length);
      const isBody = other.startsWith(stem) && other.endsWith('.md') && !language.includes('.');
      return isBody ? [[language, text.trim()] as const] : [];
    });
    return Object.fromEntries(bodies);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
