import { toSingleLine } from '#contract/single-line.ts';

/**
 * Characters that every link, email address or domain contains. NFKC has already replaced their variants. A
 * colon between digits is one of a time.
 */
const linkCharacters = /[./\\@\u3002](?=\S)|(?<!\p{Nd}):(?=\S)|:(?=[^\s\p{Nd}])/gu;

/**
 * Returns user input as one line that email programs do not turn into links, with a space after each
 * character that forms links: `www.evil.example/x` becomes `www. evil. example/ x`. Use it for all user input
 * in emails.
 */
export const neutralizeLinks = (text: string): string =>
  toSingleLine(text.normalize('NFKC')).replace(linkCharacters, '$& ');

/** Like `neutralizeLinks`, for a text of several lines. Keeps at most one empty line between two lines. */
export const neutralizeLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\p{Zl}\p{Zp}]/u)
    .map(neutralizeLinks)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
