import { t } from '@lingui/core/macro';
import { useLocation } from 'react-router';
import { findItemPage, itemPath } from '#contract/site.ts';
import { pageData, readPageData, serverData } from '#web/before-react/page-data.ts';
import { NotFound } from '#web/components/not-found.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { ServerContent, usePageDocument } from '#web/components/server-content.tsx';
import { CampaignLink } from '../appointments/campaign-link.tsx';
import { CampaignDetails } from './campaign-details.tsx';
import { feedLink } from './feed-link.ts';
import { MarkdownBody } from './markdown-body.tsx';
import { Post } from './post.tsx';
import './item-page.css';

export function meta({ location }: { location: { pathname: string } }) {
  const { item } = pageData();
  const page = findItemPage(location.pathname);
  if (!page || item?.slug !== page.slug) return pageMeta({ title: t`Page not found` });
  const { title, description, picture: src, alt } = item;
  const path = itemPath(page.kind, page.slug);
  const picture = src ? { src, alt } : undefined;
  const tags = pageMeta({ title, path, description: description || title, picture });
  return page.kind === 'post' ? [...tags, feedLink()] : tags;
}

/**
 * Renders the page of a post, a campaign or a free page. They share one module, so that only their pages load
 * it.
 */
export default function ItemPage() {
  // A navigation from one item to another loads the other page.
  return <Item key={useLocation().pathname} />;
}

function Item() {
  const page = usePageDocument();
  const { item } = page ? readPageData(page) : pageData();
  if (!item) return <NotFound />;
  const { campaign } = item;
  return (
    <article className="bb-page bb-section bb-full-height">
      {page && <title>{page.title}</title>}
      <div className="bb-item">
        <ServerContent id="item">{import.meta.env.SSR && <ItemContent />}</ServerContent>
        {campaign && !campaign.isOver && <CampaignLink event={campaign} className="mt-8" />}
      </div>
    </article>
  );
}

function ItemContent() {
  const { item } = pageData();
  if (item?.campaign) return <CampaignDetails />;
  if (serverData().post) return <Post />;
  return (
    <>
      <h1 lang={item?.lang}>{item?.title}</h1>
      <MarkdownBody lang={item?.lang} />
    </>
  );
}
