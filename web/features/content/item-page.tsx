import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { type itemPages, itemPath } from '#contract/site.ts';
import { type PageItem, pageData, readPageData, serverData } from '#web/before-react/page-data.ts';
import { NotFound } from '#web/components/not-found.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { ServerContent, usePageDocument } from '#web/components/server-content.tsx';
import './item-page.css';

/** Returns the `meta` export of the page of a kind of items. */
export const itemMeta =
  (kind: keyof typeof itemPages) =>
  ({ params: { slug = '' } }: { params: { slug?: string } }) => {
    const { item } = pageData();
    if (item?.slug !== slug) return pageMeta({ title: t`Page not found` });
    const { title, description, picture: src, alt } = item;
    return pageMeta({
      title,
      path: itemPath(kind, slug),
      description: description || title,
      picture: src ? { src, alt } : undefined,
    });
  };

type Props = {
  /** What only the server renders. */
  children: ReactNode;
  /** Renders what the browser needs scripts for. */
  Actions?: (props: { item: PageItem }) => ReactNode;
};

/** Renders the page of a post, a campaign or a free page. */
export function ItemPage(props: Props) {
  // A navigation from one item to another loads the other page.
  return <Item key={useParams().slug} {...props} />;
}

function Item({ children, Actions }: Props) {
  const page = usePageDocument();
  const { item } = page ? readPageData(page) : pageData();
  if (!item) return <NotFound />;
  return (
    <article className="bb-page bb-section bb-full-height">
      {page && <title>{page.title}</title>}
      <div className="bb-item">
        <ServerContent id="item">{children}</ServerContent>
        {Actions && <Actions item={item} />}
      </div>
    </article>
  );
}

/** Renders a text that an editor has written. */
export const MarkdownBody = () => (
  <div
    className="bb-prose"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown, with a few harmless elements and attributes only (server/features/site-content/markdown.ts)
    dangerouslySetInnerHTML={{ __html: serverData().body ?? '' }}
  />
);
