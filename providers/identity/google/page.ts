import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { pageIcon, pageIconPolicy } from '#platform/http/page-icon.ts';
import { style } from './style.ts';

type Markup = ReturnType<typeof html>;

/** A small page of ours: it loads nothing, runs the one script that it is given, and no other site may frame it. */
export async function answerPage(
  c: Context,
  page: { title: string; body: Markup; script?: string; told?: object; status?: ContentfulStatusCode },
): Promise<Response> {
  const { title, body, script } = page;
  c.header('Cache-Control', 'no-store');
  // A window that comes back from Google would lose the page that opened it, which watches whether it is closed.
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
  // The address holds what Google answered.
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Content-Security-Policy', policy(script));
  const told = page.told && JSON.stringify(page.told);
  const markup = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${raw(pageIcon)}
<title>${title} | Blood Buddies</title>
<style>${raw(style)}</style>
</head>
<body${told ? html` data-told="${told}"` : ''}>
<main>${body}</main>
${script ? html`<script>${raw(script)}</script>` : ''}
</body>
</html>
`;
  return c.html(markup, page.status ?? 200);
}

function policy(script: string | undefined): string {
  return [
    "default-src 'none'",
    pageIconPolicy,
    `style-src ${hashOf(style)}`,
    `script-src ${script ? hashOf(script) : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
