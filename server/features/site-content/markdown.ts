import MarkdownIt, { type Token } from 'markdown-it';

// What an editor enters reaches every visitor. So the HTML has only the elements and attributes below, no
// matter what the Markdown contains: markdown.test.ts enters anything and checks it.

/** How deep blocks may be nested. Deeper ones are shown as text. */
const MAX_NESTING = 12;

/** Width in CSS pixels at which pictures are requested. */
const PICTURE_WIDTH = 810;

const linkProtocols = ['http:', 'https:', 'mailto:', 'tel:'];

type Environment = {
  publicUrl: string;
  /** The link that was opened last has no address, so it is only text. */
  leadsNowhere?: boolean;
};

const markdown = new MarkdownIt({ html: false, maxNesting: MAX_NESTING });
markdown.validateLink = (link) => /^\/(?![/\\])/.test(link) || linkProtocols.includes(protocolOf(link));

function protocolOf(link: string): string {
  try {
    return new URL(link).protocol;
  } catch {
    return '';
  }
}

const { rules } = markdown.renderer;
const { escapeHtml } = markdown.utils;

rules.link_open = (tokens, index, options, env, renderer) => {
  const environment = env as Environment;
  const { publicUrl } = environment;
  const token = tokens[index] as Token;
  const href = String(token.attrGet('href'));
  environment.leadsNowhere = href === '';
  if (environment.leadsNowhere) return '';
  const isOwn = href.startsWith('/') || href === publicUrl || href.startsWith(`${publicUrl}/`);
  token.attrs = [['href', href], ...(isOwn ? [] : [['rel', 'noopener nofollow ugc'] as [string, string]])];
  return renderer.renderToken(tokens, index, options);
};

rules.link_close = (_tokens, _index, _options, env) => ((env as Environment).leadsNowhere ? '' : '</a>');

/** Shows pictures of the site's own image host. Others are left out, because they would see every reader. */
rules.image = (tokens, index, options, env, renderer) => {
  const { publicUrl } = env as Environment;
  const { children, ...token } = tokens[index] as Token;
  const src = String(token.attrs?.find(([name]) => name === 'src')?.[1]);
  const alt = escapeHtml(renderer.renderInlineAsText(children ?? [], options, {}));
  const [address = ''] = src.split('?');
  const id = address.slice(address.lastIndexOf('/') + 1);
  if (address !== `${publicUrl}/images/${id}` || !/^[\w-]+$/.test(id)) return alt;
  return `<img src="${escapeHtml(`${address}?auto=format&w=${PICTURE_WIDTH}`)}" alt="${alt}" loading="lazy" decoding="async">`;
};

/** The page's own heading is the only one of the first level. */
const renderHeading: (typeof rules)[string] = (tokens, index, options, _, renderer) => {
  const token = tokens[index] as Token;
  token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
  return renderer.renderToken(tokens, index, options);
};
rules.heading_open = renderHeading;
rules.heading_close = renderHeading;

/** Leaves out the alignment, which is a style. */
const renderCell: (typeof rules)[string] = (tokens, index, options, _, renderer) => {
  const token = tokens[index] as Token;
  token.attrs = null;
  return renderer.renderToken(tokens, index, options);
};
rules.th_open = renderCell;
rules.td_open = renderCell;

/** Leaves out the name of the language, which would be a class. */
rules.fence = (tokens, index) => `<pre><code>${escapeHtml((tokens[index] as Token).content)}</code></pre>\n`;

/** Returns the HTML of a text, in time linear in its length. @param publicUrl without a slash at the end */
export const renderMarkdown = (text: string, publicUrl: string): string =>
  markdown.render(text, { publicUrl } satisfies Environment);

/** Characters of Markdown from which a summary is made. */
const SUMMARIZED_LENGTH = 4000;

/** Returns the beginning of a text without its markup, with a space between blocks. */
export const toPlainText = (text: string): string =>
  markdown
    .parse(text.slice(0, SUMMARIZED_LENGTH).toWellFormed(), {})
    .map(({ type, children, content }) =>
      type === 'inline'
        ? markdown.renderer.renderInlineAsText(children ?? [], markdown.options, {})
        : ['fence', 'code_block'].includes(type)
          ? content
          : '',
    )
    .filter(Boolean)
    .join(' ');
