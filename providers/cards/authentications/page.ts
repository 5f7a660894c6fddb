import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { pageIcon, pageIconPolicy } from '#platform/http/page-icon.ts';
import { style } from './style.ts';

export type Markup = ReturnType<typeof html>;

/** A page of the bank: no script, nothing loaded, framed by nobody. `returnTo`: an address its form may end at. */
export async function answerPage(
  c: Context,
  page: { title: string; body: Markup; returnTo?: string | undefined; status?: ContentfulStatusCode },
): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  // Whoever knows the address of this page may answer it.
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Content-Security-Policy', policy(page.returnTo));
  const markup = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${raw(pageIcon)}
<title>${page.title} | Test bank</title>
<style>${raw(style)}</style>
</head>
<body>
<header><p class="bank">Test bank</p><p class="test">Test page: no money moves</p></header>
<main>${page.body}</main>
<footer><p>The card sandbox of Blood Buddies shows this page in place of a bank. No bank is asked, and no real card is charged.</p></footer>
</body>
</html>
`;
  return c.html(markup, page.status ?? 200);
}

/** Browsers hold a form to this policy even where its answer sends them elsewhere. */
function policy(returnTo: string | undefined): string {
  return [
    "default-src 'none'",
    pageIconPolicy,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action 'self'${returnTo ? ` ${new URL(returnTo).origin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
