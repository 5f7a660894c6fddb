import { html } from 'hono/html';
import type { Mail } from '#platform/messages.ts';
import type { Language } from '../http/language.ts';
import { copyInstead, type MailKind, words } from './words.ts';

type Letter = { kind: MailKind; language: Language; to: string; link: string; factor?: string };

/** One short email with one link, as text and as a page that any mail program can read aloud. */
export function composeMail({ kind, language, to, link, factor = '' }: Letter): Mail {
  const { subject, button, otherwise, ...more } = words[language][kind];
  const why = more.why.replace('{factor}', () => factor);
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:36em;padding:1.5em;font:1.1em/1.5 sans-serif;color:#1f1f1f;background:#fff">
<h1 style="font-size:1.3em;line-height:1.3">${subject}</h1>
<p>${why}</p>
<p><a href="${link}" style="display:inline-block;padding:.7em 1.2em;border-radius:.5em;background:#a4161a;color:#fff;text-decoration:none;font-weight:bold">${button}</a></p>
<p>${otherwise}</p>
<p style="font-size:.9em;word-break:break-all">${copyInstead[language]} ${link}</p>
</body>
</html>
`;
  return {
    to,
    subject,
    text: `${why}\n\n${button}:\n${link}\n\n${otherwise}\n\nBlood Buddies\n`,
    html: String(page),
  };
}
