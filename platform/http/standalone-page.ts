import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { pageIcon, pageIconPolicy } from './page-icon.ts';

export type Markup = ReturnType<typeof html>;

type StandalonePage = {
  title: string;
  body: Markup;
  /** CSS in addition to the shared style. */
  style: string;
  /** Allows fonts embedded in the style as data URLs. */
  hasFont?: boolean | undefined;
  script?: string | undefined;
  /** Allows the script to send requests to this origin. */
  canFetch?: boolean | undefined;
  /** Data for the script, as JSON in the attribute `data-message` of the body. */
  message?: object | undefined;
  status?: ContentfulStatusCode | undefined;
  /**
   * Another origin that a form may redirect to, because browsers also apply form-action to redirects after
   * submission.
   */
  formOrigin?: string | undefined;
};

/** Colors and sizes of the site (web/styles/tokens.css). */
const sharedStyle = `
:root { color-scheme: light dark; --paper: #fffdfb; --surface: #ffffff; --ink: #241917; --ink-soft: #675550;
  --line: #eadfd8; --control: #8a7871; --red: #9c1322; --red-strong: #7a0d19; --red-ink: #9c1322; --error: #b5121f;
  --warn: #7a4b00; --warn-soft: #fff3d9; --focus: #1b5fc1; --font-heading: "Fraunces", Georgia, "Times New Roman", serif;
  --shadow: 0 1px 2px rgb(60 30 20 / 6%), 0 8px 24px rgb(60 30 20 / 7%); }
@media (prefers-color-scheme: dark) { :root { --paper: #161110; --surface: #201917; --ink: #f7efeb; --ink-soft: #c6b5ae;
  --line: #3a2e2a; --control: #947f77; --red: #bf2638; --red-strong: #d63b4c; --red-ink: #ff9a9d; --error: #ff8384;
  --warn: #f3c267; --warn-soft: #33260d; --focus: #8ab8ff;
  --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 35%); } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 106.25%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
h1 { margin: 0 0 .5rem; font: 600 1.5rem/1.15 var(--font-heading); letter-spacing: -.01em; text-wrap: balance; }
p { margin: 0 0 1rem; color: var(--ink-soft); overflow-wrap: anywhere; }
.label { padding: .15rem .75rem; border-radius: 999px; background: var(--warn-soft); color: var(--warn); font-weight: 600;
  font-size: .9375rem; }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .625rem 1.25rem; border: 2px solid var(--control);
  border-radius: 999px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; line-height: 1.2;
  text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--red-ink); }
.main { border-color: transparent; background: var(--red); color: #fff; }
.main:hover { border-color: transparent; background: var(--red-strong); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

/**
 * Responds with a small page that loads nothing, runs only the given script, and cannot be framed by another
 * site.
 */
export async function respondWithStandalonePage(c: Context, page: StandalonePage): Promise<Response> {
  const { title, body, script, formOrigin } = page;
  const style = `${sharedStyle}${page.style}`;
  c.header('Cache-Control', 'no-store');
  // The address of such a page may contain a secret.
  c.header('Referrer-Policy', 'no-referrer');
  const policy = [
    "default-src 'none'",
    pageIconPolicy,
    `style-src ${hashOf(style)}`,
    ...(page.hasFont ? ['font-src data:'] : []),
    `script-src ${script ? hashOf(script) : "'none'"}`,
    ...(page.canFetch ? ["connect-src 'self'"] : []),
    `form-action 'self'${formOrigin ? ` ${formOrigin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  c.header('Content-Security-Policy', policy.join('; '));
  const message = page.message && JSON.stringify(page.message);
  const markup = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${raw(pageIcon)}
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body${message ? html` data-message="${message}"` : ''}>
${body}
${script ? html`<script>${raw(script)}</script>` : ''}
</body>
</html>
`;
  return c.html(markup, page.status ?? 200);
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
