import { html } from 'hono/html';
import { toSingleLine } from '#contract/single-line.ts';
import type { Email } from '#platform/messages.ts';
import type { Reader } from './reader.ts';

/** An email without a recipient. */
export type EmailTemplate = Omit<Email, 'to'>;

export type EmailContent = {
  subject: string;
  intro: string;
  rows: (readonly [term: string, text: string])[];
  button: { text: string; link: string };
  /** Alternatives to the button, directly below it. */
  choices?: { text: string; link: string }[];
  note?: string | undefined;
  /** Secondary actions below the button: a sentence and its link. */
  also?: { text: string; link: string }[];
};

/** Renders an email as HTML and plain text, in the layout of all emails of the site. */
export function renderEmail(
  { language, site }: Reader,
  { choices = [], also = [], ...content }: EmailContent,
): EmailTemplate {
  const { subject, intro, rows, button, note } = content;
  const toLine = ({ text, link }: (typeof also)[number]) =>
    html`<p><a href="${link}" style="color:#a4161a">${text}</a></p>\n`;
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:36em;padding:1.5em;font:1.1em/1.5 sans-serif;color:#1f1f1f;background:#fff">
<h1 style="font-size:1.3em;line-height:1.3">${subject}</h1>
<p>${intro}</p>
<table style="border-collapse:collapse">
${rows.map(
  ([term, text]) =>
    html`<tr><th scope="row" style="text-align:left;vertical-align:top;padding:.3em 1em .3em 0;font-weight:normal;color:#555">${term}</th><td style="padding:.3em 0;word-break:break-word">${text}</td></tr>
`,
)}</table>
<p><a href="${button.link}" style="display:inline-block;padding:.7em 1.2em;border-radius:.5em;background:#a4161a;color:#fff;text-decoration:none;font-weight:bold">${button.text}</a></p>
${choices.map(toLine)}${note === undefined ? '' : html`<p>${note}</p>`}
${also.map(toLine)}</body>
</html>
`;
  const lines = rows.map(([term, text]) => `${term}: ${text}`).join('\n');
  const toText = (links: typeof also) => links.map(({ text, link }) => `${text}:\n${link}\n\n`).join('');
  return {
    senderName: site,
    subject,
    text: `${intro}\n\n${lines}\n\n${toText([button, ...choices])}${note === undefined ? '' : `${note}\n\n`}${toText(also)}${site}\n`,
    html: String(page),
  };
}

/** Characters that every link, email address or domain contains. NFKC has already replaced their variants. */
const linkCharacters = /[.:/\\@\u3002](?=\S)/gu;

/**
 * Returns user input as one line that email programs do not turn into links, with a space after each
 * character that forms links: `www.evil.example/x` becomes `www. evil. example/ x`. Use it for all user input
 * in emails.
 */
export const neutralizeLinks = (text: string): string =>
  toSingleLine(text.normalize('NFKC')).replace(linkCharacters, '$& ');
