import type { Language } from '#contract/languages.ts';
import { pageOfContent } from '#contract/site.ts';
import { type ContentKind, isGroupKind, type SiteContent } from '#contract/site-content.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import { checkPictures } from './pictures.ts';
import type { ContentKey } from './repository.ts';
import { readSiteContent } from './rules.ts';
import { parseContent } from './validate.ts';

export type PreviewOptions = {
  /** Renders a public page with other content than the published one. Undefined if no pages are served. */
  renderPreview?:
    | ((page: { path: string; language: Language; content: SiteContent }) => Promise<string>)
    | undefined;
};

/**
 * Returns the HTML of the page that shows a kind of content, as it would be if the draft were published.
 * @throws AppError not-found (404: no page shows this kind), invalid-fields (422)
 */
export async function previewDraft(
  core: Pick<Core, 'db' | 'listVersions' | 'siteDefaults' | 'publicUrl'>,
  { renderPreview }: PreviewOptions,
  { kind, id }: ContentKey,
  { draft, language }: { draft?: unknown; language: Language },
): Promise<string> {
  const page = pageOfContent[kind];
  if (!renderPreview || page === undefined) throw new AppError('not-found');
  const parsed = parseContent(kind, draft);
  const [pattern = ''] = page.split('#');
  const path = pattern.replace(':slug', (parsed as { slug?: string }).slug ?? '');
  checkPictures(parsed, core.publicUrl);
  const content = await readSiteContent(core);
  return renderPreview({ path, language, content: { ...content, [kind]: withDraft(content[kind], parsed) } });

  function withDraft(published: SiteContent[ContentKind], changed: unknown): unknown {
    if (isGroupKind(kind)) return changed;
    const items = published as { id: string }[];
    const item = { ...(changed as object), id };
    return items.some((other) => other.id === id)
      ? items.map((other) => (other.id === id ? item : other))
      : [...items, item];
  }
}
