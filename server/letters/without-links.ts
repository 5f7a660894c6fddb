import { oneLine } from '#contract/one-line.ts';

/** Marks without which nothing is a link, an address or a domain; NFKC has made these of their other forms. */
const linkMarks = /[.:/\\@\u3002](?=\S)/gu;

/**
 * What somebody typed, as emails quote it: in one line, with a space behind each mark that mail programs recognize links
 * by. `www.evil.example/x` becomes `www. evil. example/ x`; `Md. Rahim` stays. To be used for all user input in emails.
 */
export const withoutLinks = (text: string): string =>
  oneLine(text.normalize('NFKC')).replace(linkMarks, '$& ');
