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
