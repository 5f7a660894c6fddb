import { html } from 'hono/html';
import { singleLine } from '#contract/single-line.ts';
import type { Email } from '#platform/messages.ts';

/** A mail that is not addressed yet. */
export type EmailTemplate = Omit<Email, 'to'>;

export type EmailContent = {
  subject: string;
  why: string;
  rows: (readonly [term: string, text: string])[];
  button: { text: string; link: string };
  otherwise: string;
  /** What else can be done, quieter than the button: a sentence and its link. */
  also?: { text: string; link: string }[];
  lang?: string;
};

/** The one look of the site's letters, as a page and as plain text. */
export function renderEmail({ lang = 'en', also = [], ...content }: EmailContent): EmailTemplate {
  const { subject, why, rows, button, otherwise } = content;
  const page = html`<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:36em;padding:1.5em;font:1.1em/1.5 sans-serif;color:#1f1f1f;background:#fff">
<h1 style="font-size:1.3em;line-height:1.3">${subject}</h1>
<p>${why}</p>
<table style="border-collapse:collapse">
${rows.map(
  ([term, text]) =>
    html`<tr><th scope="row" style="text-align:left;vertical-align:top;padding:.3em 1em .3em 0;font-weight:normal;color:#555">${term}</th><td style="padding:.3em 0;word-break:break-word">${text}</td></tr>
`,
)}</table>
<p><a href="${button.link}" style="display:inline-block;padding:.7em 1.2em;border-radius:.5em;background:#a4161a;color:#fff;text-decoration:none;font-weight:bold">${button.text}</a></p>
<p>${otherwise}</p>
${also.map(({ text, link }) => html`<p><a href="${link}" style="color:#a4161a">${text}</a></p>\n`)}</body>
</html>
`;
  const lines = rows.map(([term, text]) => `${term}: ${text}`).join('\n');
  const more = also.map(({ text, link }) => `${text}:\n${link}\n\n`).join('');
  return {
    subject,
    text: `${why}\n\n${lines}\n\n${button.text}:\n${button.link}\n\n${otherwise}\n\n${more}Blood Buddies\n`,
    html: String(page),
  };
}

/** Marks without which nothing is a link, an address or a domain; NFKC has made these of their other forms. */
const linkMarks = /[.:/\\@\u3002](?=\S)/gu;

/**
 * What somebody typed, as emails quote it: in one line, with a space behind each mark that mail programs recognize links
 * by. `www.evil.example/x` becomes `www. evil. example/ x`; `Md. Rahim` stays. To be used for all user input in emails.
 */
export const neutralizeLinks = (text: string): string =>
  singleLine(text.normalize('NFKC')).replace(linkMarks, '$& ');
