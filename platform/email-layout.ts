import { html } from 'hono/html';
import type { Email } from './messages.ts';

/** An email without a recipient. */
export type EmailTemplate = Omit<Email, 'to'>;

/** Colors of the site's accent: of the button, of the text on it, and of links. */
export type AccentColors = { fill: string; onFill: string; ink: string };

/** How emails show the site. Apart from it, all sites have the same layout. */
export type SiteLook = {
  mark: {
    /** Address of a PNG picture, because email programs show no SVG. */
    src: string;
    /** Whether the picture is white, on the color of the button. It is then visible without the picture. */
    isOnFill: boolean;
  };
  accent: { light: AccentColors; dark: AccentColors };
};

/** For whom an email is rendered: `site` is the site's name in their language. */
export type EmailReader = { language: string; site: string; look: SiteLook };

type Link = { text: string; link: string };

export type EmailContent = {
  subject: string;
  intro: string;
  /** Details, each with its name. A text may have several lines. */
  rows?: (readonly [term: string, text: string])[];
  button: Link;
  /** Alternatives to the button, directly below it. */
  choices?: Link[];
  note?: string | undefined;
  /** Secondary actions: a sentence and its link. */
  also?: Link[];
  /** Introduces the address of the button's link, for readers whose button does not work. */
  copyText?: string;
  /** Why the reader receives the email, as the last sentence. */
  reason: string;
};

/** The colors of texts and areas, from web/styles/tokens.css, which a test compares. */
export const emailColors = {
  light: { paper: '#fffdfb', surface: '#ffffff', ink: '#241917', inkSoft: '#675550', line: '#eadfd8' },
  dark: { paper: '#161110', surface: '#201917', ink: '#f7efeb', inkSoft: '#c6b5ae', line: '#3a2e2a' },
};

const textFont = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif';
const headingFont = 'Georgia,Times New Roman,serif';

/** Renders an email as HTML and plain text, in the layout of all emails of the site. */
export function renderEmail(reader: EmailReader, content: EmailContent): EmailTemplate {
  return {
    senderName: reader.site,
    subject: content.subject,
    text: renderText(reader, content),
    html: String(renderPage(reader, content)),
  };
}

function renderText({ site }: EmailReader, content: EmailContent): string {
  const { intro, rows = [], button, choices = [], note, also = [], reason } = content;
  const toText = ({ text, link }: Link) => `${text}:\n${link}`;
  const lines = rows.map(toTextRow).join('\n').trimEnd();
  const parts = [intro, lines, ...[button, ...choices].map(toText), note, ...also.map(toText), reason, site];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Puts a text of several lines below its name, with an empty line after it. */
const toTextRow = ([term, text]: readonly [string, string]): string =>
  text.includes('\n') ? `${term}:\n${text}\n` : `${term}: ${text}`;

/**
 * Each element has its style inline, because some programs ignore style sheets. Tables are what all programs
 * lay out alike.
 */
function renderPage({ language, site, look }: EmailReader, content: EmailContent) {
  const { subject, intro, reason } = content;
  const { paper, surface, ink, inkSoft, line } = emailColors.light;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${renderStyleSheet(look.accent.dark)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${paper};color:${ink};font:16px/1.5 ${textFont}">
<div style="display:none;max-height:0;overflow:hidden">${intro}</div>
<table role="presentation" class="page" style="width:100%;border-collapse:collapse;background:${paper}"><tr><td style="padding:24px 12px">
<table role="presentation" align="center" style="width:100%;max-width:560px;margin:0 auto;border-collapse:separate;border-spacing:0">
<tr><td style="padding:0 4px 16px">${renderBrand(site, look)}</td></tr>
<tr><td class="card" style="padding:24px 20px 8px;border:1px solid ${line};border-radius:24px;background:${surface};color:${ink};font:16px/1.5 ${textFont};word-break:break-word">
<h1 style="margin:0 0 16px;font:600 24px/1.25 ${headingFont}">${subject}</h1>
${renderBody(content, look.accent.light)}</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;font:15px/1.5 ${textFont};color:${inkSoft};word-break:break-word">${reason}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function renderBrand(site: string, { mark, accent }: SiteLook) {
  const shape = 'display:block;height:36px;max-width:108px;border-radius:8px';
  const picture = mark.isOnFill
    ? html`<img src="${mark.src}" alt="" width="36" height="36" style="${shape};background:${accent.light.fill}">`
    : html`<img src="${mark.src}" alt="" height="36" style="${shape}">`;
  return html`<table role="presentation" style="border-collapse:collapse"><tr>
<td style="padding:0 10px 0 0">${picture}</td>
<td class="page" style="font:600 20px/1.2 ${headingFont};color:${emailColors.light.ink};word-break:break-word">${site}</td>
</tr></table>`;
}

function renderBody(content: EmailContent, { fill, onFill, ink }: AccentColors) {
  const { intro, rows = [], button, choices = [], note, also = [], copyText } = content;
  const paragraph = (text: string) => html`<p style="margin:16px 0">${text}</p>\n`;
  const toLine = ({ text, link }: Link) =>
    html`<p style="margin:12px 0"><a href="${link}" class="link" style="color:${ink}">${text}</a></p>\n`;
  return html`${paragraph(intro)}${rows.length > 0 ? renderRows(rows) : ''}
<table role="presentation" style="margin:24px 0;border-collapse:separate;border-spacing:0"><tr><td class="fill" style="border-radius:999px;background:${fill}"><a href="${button.link}" class="fill" style="display:inline-block;padding:12px 24px;border-radius:999px;background:${fill};color:${onFill};font-weight:600;text-decoration:none">${button.text}</a></td></tr></table>
${choices.map(toLine)}${note === undefined ? '' : paragraph(note)}${also.map(toLine)}${
  copyText === undefined ? '' : renderCopyHint(copyText, button.link)
}`;
}

function renderRows(rows: NonNullable<EmailContent['rows']>) {
  const { inkSoft, line } = emailColors.light;
  const cell = `padding:8px 0;border-bottom:1px solid ${line};vertical-align:top;text-align:left;word-break:break-word`;
  const cells = rows.map(
    ([term, text]) => html`<tr>
<th scope="row" class="term soft" style="${cell};width:34%;padding-right:12px;color:${inkSoft};font-weight:normal">${term}</th>
<td class="line" style="${cell}">${text.split('\n').map((part, index) => html`${index > 0 ? html`<br>` : ''}${part}`)}</td>
</tr>\n`,
  );
  return html`<table style="width:100%;margin:16px 0;border-collapse:collapse;font:16px/1.5 ${textFont}">\n${cells}</table>`;
}

const renderCopyHint = (copyText: string, link: string) =>
  html`<p class="soft" style="margin:16px 0;font-size:15px;color:${emailColors.light.inkSoft};overflow-wrap:anywhere">${copyText} ${link}</p>\n`;

/** Puts the name of a detail above its text. */
const phoneRules =
  '@media (max-width:480px){.term,.line{display:block!important}.term{width:auto!important;padding-bottom:0!important;border:0!important}.line{padding-top:0!important}}';

function renderStyleSheet({ fill, onFill, ink: link }: AccentColors): string {
  const { paper, surface, ink, inkSoft, line } = emailColors.dark;
  const rules = [
    `.page{background:${paper}!important;color:${ink}!important}`,
    `.card{background:${surface}!important;color:${ink}!important;border-color:${line}!important}`,
    `.line{border-color:${line}!important}`,
    `.soft{color:${inkSoft}!important;border-color:${line}!important}`,
    `.fill{background:${fill}!important;color:${onFill}!important}`,
    `.link{color:${link}!important}`,
  ];
  // As on the pages, a Bengali heading has the font of texts.
  return `:root{color-scheme:light dark}h1:lang(bn){font-family:${textFont}!important}${phoneRules}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
