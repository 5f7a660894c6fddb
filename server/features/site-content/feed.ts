import type { InLanguage } from '#contract/content-texts.ts';
import { itemPath } from '#contract/site.ts';
import type { ItemContent } from '#contract/site-content.ts';
import { toPlainText } from './markdown.ts';

/** Number of posts in the feed, the newest first. */
const MAX_POSTS = 20;
/** Characters of each post. */
const MAX_TEXT = 500;

type Channel = {
  name: string;
  description: string;
  language: string;
  /** The address of the site in this language. */
  url: string;
};

/** Returns the posts as an RSS 2.0 feed. */
export function toFeed(posts: readonly InLanguage<ItemContent<'post'>>[], channel: Channel): string {
  const { name, description, language, url } = channel;
  const newest = posts.toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, MAX_POSTS);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(name)}</title>
<link>${escapeXml(`${url}/blogs`)}</link>
<description>${escapeXml(description)}</description>
<language>${escapeXml(language)}</language>
<atom:link href="${escapeXml(`${url}/blogs/feed.xml`)}" rel="self" type="application/rss+xml"/>
${newest.map((post) => toItem(post, url)).join('\n')}
</channel></rss>
`;
}

function toItem({ slug, title, body, date }: InLanguage<ItemContent<'post'>>, url: string): string {
  const address = escapeXml(url + itemPath('post', slug));
  const text = [...toPlainText(body)];
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).join('').trimEnd()}…` : text.join('');
  return [
    '<item>',
    `<title>${escapeXml(title)}</title>`,
    `<link>${address}</link>`,
    `<guid>${address}</guid>`,
    `<pubDate>${new Date(`${date}T00:00:00Z`).toUTCString()}</pubDate>`,
    `<description>${escapeXml(shown)}</description>`,
    '</item>',
  ].join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text, and leaves out characters that no XML document may contain. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are not allowed in XML
    .replaceAll(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
