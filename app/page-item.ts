import type { Center } from '#contract/centers.ts';
import { onPage } from '#contract/content-texts.ts';
import type { Day } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import type { itemPages } from '#contract/site.ts';
import type { SiteContent } from '#contract/site-content.ts';
import { renderMarkdown, toPlainText } from '#server/features/site-content/markdown.ts';
import type { PageItem, PageLink, ServerOnlyData } from '#web/before-react/page-data.ts';
import { shorten, toPageCampaign, toPageLink } from './page-site.ts';

/** Length in characters up to which search engines and link previews show a description in full. */
const MAX_DESCRIPTION = 160;

type Options = {
  /** Absent if the page is not about an item. */
  kind?: keyof typeof itemPages;
  slug?: string | undefined;
  language: Language;
  today: Day;
  centers: readonly Pick<Center, '_id' | 'name'>[];
  publicUrl: string;
};

type DescribedItem = { item?: PageItem } & Pick<ServerOnlyData, 'body' | 'post' | 'detail'>;

/** Returns what the page of an item shows of it, or nothing if there is no such item. */
export function describeItem(
  content: Pick<SiteContent, keyof typeof itemPages | 'region'>,
  { kind, slug, language, today, centers, publicUrl }: Options,
): DescribedItem {
  const { languages } = content.region;
  const isIt = (item: { slug: string }) => item.slug === slug;
  if (kind === 'campaign') {
    const campaign = content.campaign.find(isIt);
    if (!campaign) return {};
    const { picture, alt, ...rest } = toPageCampaign(onPage(campaign, language, languages), centers);
    const description = shorten(rest.detail, MAX_DESCRIPTION);
    const { slug } = campaign;
    const item = { ...toPageLink({ ...rest, slug }), description, ...pictureOf({ picture, alt }) };
    const isOver = (rest.until ?? rest.date) < today;
    return { item: { ...item, campaign: { ...rest, detail: '', isOver } }, detail: rest.detail };
  }
  if (kind === 'post') {
    const found = content.post.find(isIt);
    if (!found) return {};
    const post = onPage(found, language, languages);
    const { cover: picture, alt } = post;
    return {
      body: renderMarkdown(post.body, publicUrl),
      post,
      item: { ...itemOf(post), ...pictureOf({ picture, alt }) },
    };
  }
  const page = kind && content.page.find(isIt);
  if (!page) return {};
  const text = onPage(page, language, languages);
  return { body: renderMarkdown(text.body, publicUrl), item: itemOf(text) };
}

const itemOf = ({ body, ...item }: PageLink & { body: string }): PageItem => ({
  ...toPageLink(item),
  description: shorten(toPlainText(body), MAX_DESCRIPTION),
});

const pictureOf = ({ picture, alt }: { picture?: string | undefined; alt?: string | undefined }) => ({
  ...(picture && { picture }),
  ...(picture && alt && { alt }),
});
